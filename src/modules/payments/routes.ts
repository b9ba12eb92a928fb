import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { bearerOf } from '../../http/hq-caller'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { requestKey } from '../../http/idempotency'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { Refusal } from '../../lib/errors'
import { MoveInput, Job } from '../jobs'
import { cancelJob } from './cancel/cancel'
import { previewCancel } from './cancel/fee'
import { openCheckout } from './checkout/open'
import { moveJobOn, repriceJob } from './job-changes'
import {
  CheckoutAnswer,
  CheckoutInput,
  CancelAnswer,
  CancelInput,
  CancelPreview,
  HqCancelInput,
  RefundAnswer,
  RefundInput,
  MoneyOfJob,
  PaymentsSummary,
  RepriceInput,
} from './model'
import { orderRefund } from './refunds/order'
import { previewRefund } from './refunds/preview'
import { summarisePayments } from './summary'
import * as models from './model'

nameModels(models)

const bodyExample = {
  amount: 18_950,
  jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  customerName: 'Jordan Rivera',
}

export const checkoutRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/payments/checkout',
      async ({ body, request }) => openCheckout(deps, { ...body, proven: await provenEmail(deps, request) }),
      {
        ...endpoint(
          { as: 'public', limit: 10 },
          {
            tag: 'Payments',
            operationId: 'openCheckout',
            summary: "Open a checkout page for a job's total",
            description:
              "With a customer's proof as bearer token, the page of their own job offers their saved card.",
            answer: CheckoutAnswer,
            idempotent: true,
            refusals: {
              404: 'Job not found',
              409: 'The job has no price, is paid or canceled, or has a different total; the error says which',
              502: 'The payment processor failed',
              504: "The payment processor didn't answer in time",
            },
            bodyExample,
          },
        ),
        body: CheckoutInput(deps.config),
      },
    )

/** The endpoint is public, so a token that isn't a proof, or no longer is one, counts as none. */
async function provenEmail({ tokens }: Deps, request: Request): Promise<string | null> {
  const token = bearerOf(request)
  if (token === '') return null
  try {
    return await tokens.proof.emailOf(token)
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}

const refusals = {
  404: 'Job not found',
  409: 'The job has ended, or the technician is on the way or at work; the error says which number to call',
  502: 'The job is canceled, but the payment processor failed; try again to settle the payment',
  504: "The job is canceled, but the payment processor didn't answer; try again to settle the payment",
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
            operationId: 'cancelBooking',
            summary: 'Cancel a booking and refund the payment',
            description: 'Canceling again returns the first answer, with the same `refundId`.',
            answer: CancelAnswer,
            idempotent: true,
            refusals,
            bodyExample: { jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d', email: 'jordan@example.com' },
          },
        ),
        body: CancelInput,
      },
    )
    .get('/api/admin/jobs/:id/cancel', ({ params }) => previewCancel(deps, params.id), {
      ...adminEndpoint({
        needs: 'jobs.write',
        scope: { id: 'job' },
        operationId: 'previewCancel',
        summary: 'Get the refund and the fee if a job is canceled now',
        answer: CancelPreview,
        refusals: { 404: 'Job not found' },
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/jobs/:id/cancel',
      ({ params, body, caller }) => cancelJob(deps, params.id, { ...body, actor: actorOf(caller) }),
      {
        ...adminEndpoint({
          needs: 'jobs.write',
          scope: { id: 'job' },
          summary: 'Cancel a job and refund the payment',
          answer: CancelAnswer,
          idempotent: true,
          refusals,
          bodyExample: { tellCustomer: true, keepFee: true },
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
        needs: 'money.read',
        scope: { id: 'job' },
        summary: 'Get the payments and refunds of a job, and what can still be refunded',
        answer: MoneyOfJob,
        refusals: { 404: 'Job not found' },
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
          needs: 'money.write',
          scope: { id: 'job' },
          summary: 'Refund a job, fully or in part',
          description:
            "Refunds never exceed the captured amount. The franchise's part is taken back from its transfer.",
          answer: RefundAnswer,
          status: 201,
          idempotent: true,
          refusals: {
            404: 'Job or payment not found',
            409: 'The amount is more than is left, or the processor refused; the error says which',
            502: 'The payment processor failed; trying again continues with the same refund',
            504: "The payment processor didn't answer; trying again continues with the same refund",
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
      { as: 'hq', limit: 15, needs: 'administrator' },
      {
        tag: 'Operations',
        operationId: 'getPaymentsSummary',
        summary: 'Get the balance and revenue',
        answer: PaymentsSummary,
        refusals: {
          502: 'The payment processor failed',
          504: "The payment processor didn't answer in time",
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
          needs: 'dispatch',
          scope: { id: 'job' },
          summary: 'Move a job to its next status',
          answer: Job,
          refusals: {
            404: 'Job not found',
            409: 'The job or another visit is in the way; the error says which',
          },
        }),
        params: IdParam,
        body: MoveInput,
      },
    )

const repriceRefusals = {
  404: 'Job not found',
  409: 'The job or another visit is in the way; the error says which',
}

export const repriceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/reprice',
      ({ params, body, caller }) => repriceJob(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'jobs.price',
          scope: { id: 'job' },
          summary: 'Change the price, discount, credit or promo code of a job',
          answer: Job,
          refusals: repriceRefusals,
        }),
        params: IdParam,
        body: RepriceInput,
      },
    )
