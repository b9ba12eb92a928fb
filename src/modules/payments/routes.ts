import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { requestKey } from '../../http/idempotency'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { MoveInput, Job } from '../jobs'
import { cancelJob } from './cancel/cancel'
import { openCheckout } from './checkout/open'
import { moveJobOn, repriceJob } from './job-changes'
import {
  CheckoutAnswer,
  CheckoutInput,
  CancelAnswer,
  CancelInput,
  HqCancelInput,
  RefundAnswer,
  RefundInput,
  RefundPreview,
  PaymentsSummary,
  RepriceInput,
} from './model'
import { orderRefund } from './refunds/order'
import { previewRefund } from './refunds/preview'
import { summarisePayments } from './summary'

const bodyExample = {
  amount: 18_950,
  jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  customerName: 'Jordan Rivera',
}

export const checkoutRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post('/api/payments/checkout', ({ body }) => openCheckout(deps, body), {
    ...endpoint(
      { as: 'public', limit: 10 },
      {
        tag: 'Payments',
        summary: "Open a page on which a job's total is paid",
        answer: CheckoutAnswer,
        idempotent: true,
        refusals: {
          404: 'There is no such job',
          409: 'The job has no price, is paid or cancelled, or its total is another; the text says which',
          502: 'The payment processor failed',
          504: 'The payment processor did not answer in time',
        },
        bodyExample,
      },
    ),
    body: CheckoutInput(deps.config),
  })

const refusals = {
  404: 'There is no such job',
  409: 'The job is over, or the technician is on the way: the text says whom to call',
  502: 'The job is cancelled, but the payment processor failed; calling again settles the payment',
  504: 'The job is cancelled, but the payment processor did not answer; calling again settles the payment',
}

export const cancelRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/customer/cancel',
      async ({ body, caller }) => {
        const { jobId, paymentId, paymentStatus, email, phone } = body
        const hints = { email, phone, paymentId, paymentStatus }
        return cancelJob(deps, jobId, {
          actor: actorOf(caller),
          tellCustomer: true,
          isPublic: true,
          ...hints,
        })
      },
      {
        ...endpoint(
          { as: 'public', limit: 5 },
          {
            tag: 'Customers',
            summary: 'Cancel a booking and refund what was paid',
            description: 'Cancelling again gives the first answer again, with the same `refundId`.',
            answer: CancelAnswer,
            idempotent: true,
            refusals,
            bodyExample: { jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d', email: 'jordan@example.com' },
          },
        ),
        body: CancelInput,
      },
    )
    .post(
      '/api/admin/jobs/:id/cancel',
      ({ params, body, caller }) =>
        cancelJob(deps, params.id, { actor: actorOf(caller), tellCustomer: body.tellCustomer }),
      {
        ...adminEndpoint({
          summary: 'Cancel a job and refund what was paid',
          answer: CancelAnswer,
          idempotent: true,
          refusals,
          bodyExample: { tellCustomer: true },
        }),
        params: IdParam,
        body: HqCancelInput,
      },
    )

export const refundRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/jobs/:id/refund', ({ params }) => previewRefund(deps, params.id), {
      ...adminEndpoint({
        summary: 'What was paid for a job, what went back, and what still could',
        answer: RefundPreview,
        refusals: { 404: 'There is no such job' },
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/jobs/:id/refund',
      async ({ params, body, caller, request }) => {
        const order = { ...body, actor: actorOf(caller), requestKey: requestKey(deps, caller, request) }
        return orderRefund(deps, params.id, order)
      },
      {
        ...adminEndpoint({
          summary: 'Refund a job in part or in whole',
          description:
            "The sum never exceeds what was captured; the franchise's part is taken back from its transfer.",
          answer: RefundAnswer,
          status: 201,
          idempotent: true,
          refusals: {
            404: 'There is no such job or payment',
            409: 'More than what is left, or refused by the processor; the text says which',
            502: 'The payment processor failed; asking again goes on with the same refund',
            504: 'The payment processor did not answer; asking again goes on with the same refund',
          },
          bodyExample: { amount: 40, reason: 'The downspout was left out' },
        }),
        params: IdParam,
        body: RefundInput,
      },
    )

export const paymentRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/payments', () => summarisePayments(deps), {
    ...endpoint(
      { as: 'hq', limit: 15 },
      {
        tag: 'Operations',
        summary: 'How the money stands',
        answer: PaymentsSummary,
        refusals: {
          502: 'The payment processor failed',
          504: 'The payment processor did not answer in time',
        },
      },
    ),
  })

export const moveRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/move',
      ({ params, body, caller }) => moveJobOn(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          summary: 'Move a job on in its life',
          answer: Job,
          refusals: {
            404: 'There is no such job',
            409: "The job, or somebody else's, stands in the way; the text says which",
          },
        }),
        params: IdParam,
        body: MoveInput,
      },
    )

const repriceRefusals = {
  404: 'There is no such job',
  409: "The job, or somebody else's, stands in the way; the text says which",
}

export const repriceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/reprice',
      ({ params, body, caller }) => repriceJob(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          summary: 'Change price, discount, credit or promo code',
          answer: Job,
          refusals: repriceRefusals,
        }),
        params: IdParam,
        body: RepriceInput,
      },
    )
