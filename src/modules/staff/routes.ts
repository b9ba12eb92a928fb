import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { createKey, listKeys, revokeKey } from './keys'
import { ApiKey, CreatedKey, KeyInput, KeyQuery } from './model'
import * as models from './model'

nameModels(models)

export const apiKeyRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/api-keys', ({ query }) => answerList(query, 'api-keys', listKeys(deps)), {
      ...adminEndpoint({
        needs: 'staff',
        summary: 'List API keys, newest first',
        answer: pageOf(ApiKey),
      }),
      query: KeyQuery,
    })
    .post('/api/admin/api-keys', ({ body, caller }) => createKey(deps, body, caller), {
      // No Idempotency-Key here: storing the answer would store the key.
      ...adminEndpoint({
        needs: 'staff',
        summary: 'Create an API key',
        description: 'Only this answer contains the key. An API key cannot create other keys.',
        answer: CreatedKey,
        status: 201,
        refusals: { 404: 'Franchise not found' },
        bodyExample: { name: 'Accounting', role: 'bookkeeper' },
      }),
      body: KeyInput,
    })
    .delete('/api/admin/api-keys/:id', ({ params, caller }) => revokeKey(deps, params.id, actorOf(caller)), {
      ...adminEndpoint({
        needs: 'staff',
        summary: 'Revoke an API key',
        answer: ApiKey,
        refusals: { 404: 'API key not found' },
      }),
      params: IdParam,
    })
