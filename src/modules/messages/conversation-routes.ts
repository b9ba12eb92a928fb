import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { requestKey } from '../../http/idempotency'
import { pageOf } from '../../http/listing'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { readConversation } from './conversation'
import { ConversationItem, ConversationQuery, ReplyInput } from './conversation-model'
import { replyTo } from './reply'
import * as models from './conversation-model'

nameModels(models)

export const conversationRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/customers/:id/messages',
      ({ params, query }) => readConversation(deps, params.id, query),
      {
        ...adminEndpoint({
          needs: 'messages.read',
          scope: { id: 'customer', franchiseId: 'query' },
          operationId: 'readConversation',
          summary: 'List the emails and texts to and from a customer, newest first',
          answer: pageOf(ConversationItem),
          refusals: { 404: 'Customer not found' },
        }),
        params: IdParam,
        query: ConversationQuery,
      },
    )
    .post(
      '/api/admin/customers/:id/messages',
      ({ params, body, request, caller, once }) =>
        replyTo(deps, params.id, body, {
          actor: actorOf(caller),
          key: requestKey(deps, caller, request),
          once,
        }),
      {
        ...adminEndpoint({
          needs: 'messages.write',
          scope: { id: 'customer', franchiseId: 'body' },
          operationId: 'replyToCustomer',
          summary: 'Write to a customer by email or text',
          description: 'At most 30 messages an hour to one customer. Use a campaign to write to many.',
          answer: ConversationItem,
          status: 201,
          idempotent: true,
          refusals: {
            404: 'Customer not found',
            409: 'The customer opted out, has no such address, it doesn’t accept messages, or they got too many',
          },
          bodyExample: { channel: 'sms', text: 'We can come at 9. Does that work for you?' },
        }),
        params: IdParam,
        body: ReplyInput,
      },
    )
