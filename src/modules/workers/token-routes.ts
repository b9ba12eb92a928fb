import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { GivenToken, Revoked, TokenInput, TokenQuery, WorkerToken } from './token-model'
import { giveToken, listTokens, revokeWorkerTokens } from './tokens'

const TokenParams = IdParam.extend({ tokenId: z.string().min(1).max(200) })
const unknown = { 404: 'There is no such worker' }

export const workerTokenRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/workers/:id/tokens',
      async ({ params, body, caller, set }) => {
        set.status = 201
        // The answer carries a secret: no cache on the way may keep it.
        set.headers['Cache-Control'] = 'no-store'
        return ok(await giveToken(deps, params.id, body, actorOf(caller)))
      },
      {
        // Takes no Idempotency-Key: keeping the answer would keep the token.
        ...adminEndpoint({
          summary: "Give a token for a worker's phone",
          description: 'It opens /api/work/* for this worker and nothing else.',
          answer: GivenToken,
          status: 201,
          refusals: {
            ...unknown,
            409: 'The worker is not active, or has no number or address to send it to',
          },
        }),
        params: IdParam,
        body: TokenInput,
      },
    )
    .get(
      '/api/admin/workers/:id/tokens',
      async ({ params, query }) => answerList(query, 'worker-tokens', await listTokens(deps, params.id)),
      {
        ...adminEndpoint({
          summary: "List a worker's tokens, newest first",
          answer: pageOf(WorkerToken),
          refusals: unknown,
        }),
        params: IdParam,
        query: TokenQuery,
      },
    )
    .delete(
      '/api/admin/workers/:id/tokens',
      async ({ params, caller }) =>
        ok({ revoked: await revokeWorkerTokens(deps, params.id, null, actorOf(caller)) }),
      {
        ...adminEndpoint({ summary: 'Revoke every token of a worker', answer: Revoked, refusals: unknown }),
        params: IdParam,
      },
    )
    .delete(
      '/api/admin/workers/:id/tokens/:tokenId',
      async ({ params, caller }) =>
        ok({ revoked: await revokeWorkerTokens(deps, params.id, params.tokenId, actorOf(caller)) }),
      {
        ...adminEndpoint({
          summary: 'Revoke a token',
          answer: Revoked,
          refusals: { 404: 'There is no such worker or token' },
        }),
        params: TokenParams,
      },
    )
