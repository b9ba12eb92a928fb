import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { listTransfers } from './list'
import { Transfer, TransferQuery } from './model'
import { resendTransfer } from './resend'

export const transferRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/transfers', ({ query }) => answerList(query, 'transfers', listTransfers(deps, query)), {
      ...adminEndpoint({
        summary: "List the franchises' shares and what became of them, newest first",
        answer: pageOf(Transfer),
      }),
      query: TransferQuery,
    })
    .post(
      '/api/admin/transfers/:id/resend',
      async ({ params }) => ok(await resendTransfer(deps, params.id)),
      {
        ...adminEndpoint({
          summary: 'Send a refused transfer again',
          answer: Transfer,
          refusals: {
            404: 'There is no such transfer',
            409: 'The transfer was not refused',
            502: 'The payment processor failed; the transfer is tried again by itself',
          },
        }),
        params: IdParam,
      },
    )
