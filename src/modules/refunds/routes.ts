import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { requestKey } from '../messages/request-key'
import { RefundAnswer, RefundInput, RefundPreview } from './model'
import { orderRefund } from './order'
import { previewRefund } from './preview'

export const refundRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/jobs/:id/refund', async ({ params }) => ok(await previewRefund(deps, params.id)), {
      ...adminEndpoint({
        summary: 'What was paid for a job, what went back, and what still could',
        answer: RefundPreview,
        refusals: { 404: 'There is no such job' },
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/jobs/:id/refund',
      async ({ params, body, caller, request, set }) => {
        set.status = 201
        const order = { ...body, actor: actorOf(caller), requestKey: requestKey(deps, caller, request) }
        return ok(await orderRefund(deps, params.id, order))
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
        idempotent: true,
      },
    )
