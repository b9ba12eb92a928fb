import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { listHqTokens, revokeHqToken, signIn } from './hq-tokens'
import { createKey, listKeys, revokeKey } from './keys'
import {
  ApiKey,
  CreatedKey,
  HqToken,
  KeyInput,
  KeyQuery,
  SignedIn,
  SignInInput,
  TokenQuery,
  TokenText,
} from './model'
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

const unknownToken = { 404: 'Token not found' }

export const signInRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    // No Idempotency-Key here: storing the answer would store the token.
    .post('/api/sign-in', ({ body }) => signIn(deps, body.code), {
      ...endpoint(
        { as: 'public', limit: 10 },
        {
          tag: 'Public',
          operationId: 'signIn',
          summary: 'Exchange the code from a sign-in link for a token, once',
          answer: SignedIn,
          bodyExample: { code: 'hU3wZ1kq9yQ0oT5m2nVb7xRcL8sDfJ4e' },
          refusals: { 401: 'The code was already used, has expired or is unknown' },
        },
      ),
      body: SignInInput,
    })
    .get('/api/admin/tokens', ({ query }) => answerList(query, 'tokens', listHqTokens(deps)), {
      ...adminEndpoint({
        needs: 'staff',
        summary: 'List HQ tokens created or revoked here, newest first',
        answer: pageOf(HqToken),
      }),
      query: TokenQuery,
    })
    .delete(
      '/api/admin/tokens/:id',
      ({ params, caller }) => revokeHqToken(deps, { id: params.id }, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'staff',
          summary: 'Revoke an HQ token',
          answer: HqToken,
          refusals: unknownToken,
        }),
        params: IdParam,
      },
    )
    .post('/api/admin/tokens/revoke', ({ body, caller }) => revokeHqToken(deps, body, actorOf(caller)), {
      ...adminEndpoint({
        needs: 'staff',
        summary: 'Revoke an HQ token by its text, even one created elsewhere',
        answer: HqToken,
        bodyExample: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkYW5hIn0.c2lnbmF0dXJl' },
        refusals: unknownToken,
      }),
      body: TokenText,
    })
