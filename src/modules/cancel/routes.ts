import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { cancelJob } from './cancel'
import { CancelAnswer, CancelInput, HqCancelInput } from './model'

const refusals = {
  404: 'There is no such job',
  409: 'The job is over',
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
        const wish = { actor: actorOf(caller), tellCustomer: true, email, phone, paymentId, paymentStatus }
        return ok(await cancelJob(deps, jobId, wish))
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
        idempotent: true,
      },
    )
    .post(
      '/api/admin/jobs/:id/cancel',
      async ({ params, body, caller }) =>
        ok(await cancelJob(deps, params.id, { actor: actorOf(caller), tellCustomer: body.tellCustomer })),
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
        idempotent: true,
      },
    )
