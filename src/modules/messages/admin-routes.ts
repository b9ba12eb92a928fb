import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { newId } from '../../lib/ids'
import { listOutbox, readMessage, resendMessage } from './admin'
import { OutboxItem, OutboxQuery, OutboxView } from './admin-model'
import { requestKey } from './request-key'

const unknown = { 404: 'There is no such message' }

export const outboxRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/outbox', ({ query }) => answerList(query, 'outbox', listOutbox(deps, query)), {
      ...adminEndpoint({ summary: 'List messages, the newest first', answer: pageOf(OutboxItem) }),
      query: OutboxQuery,
    })
    .get('/api/admin/outbox/:id', async ({ params }) => ok(await readMessage(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Read a message as its recipient sees it',
        answer: OutboxView,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/outbox/:id/resend',
      async ({ params, request, caller, set }) => {
        set.status = 201
        return ok(await resendMessage(deps, params.id, requestKey(deps, caller, request) ?? newId()))
      },
      {
        ...adminEndpoint({
          summary: 'Send a message again, as a new one',
          answer: OutboxItem,
          status: 201,
          idempotent: true,
          refusals: { ...unknown, 409: 'It is still on its way, or its text was not kept' },
        }),
        params: IdParam,
        idempotent: true,
      },
    )
