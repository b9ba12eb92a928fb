import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Split, SplitInput, SplitQuery } from './model'
import { addSplit, listSplits, withdrawSplit } from './splits'

const SplitParams = IdParam.extend({ splitId: z.string().min(1).max(200) })
const unknown = { 404: 'There is no such franchise' }

export const splitRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/franchises/:id/splits',
      async ({ params, query }) => answerList(query, 'splits', await listSplits(deps, params.id)),
      {
        ...adminEndpoint({
          summary: "List a franchise's shares, latest first",
          answer: pageOf(Split),
          refusals: unknown,
        }),
        params: IdParam,
        query: SplitQuery,
      },
    )
    .post(
      '/api/admin/franchises/:id/splits',
      async ({ params, body, caller, once, set }) => {
        set.status = 201
        return ok(await addSplit(deps, params.id, body, actorOf(caller), once))
      },
      {
        ...adminEndpoint({
          summary: "Set a franchise's share of payments from a moment on",
          description: 'Shares are only ever added. Without any, all of a payment is headquarters’.',
          answer: Split,
          status: 201,
          idempotent: true,
          refusals: { ...unknown, 409: 'Another share begins at this moment, or it would begin in the past' },
          bodyExample: { sharePercent: 82.5, effectiveFrom: '2026-04-01T06:00:00Z' },
        }),
        params: IdParam,
        body: SplitInput,
        idempotent: true,
      },
    )
    .delete(
      '/api/admin/franchises/:id/splits/:splitId',
      async ({ params, caller }) => ok(await withdrawSplit(deps, params.id, params.splitId, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Take back a share that has not begun',
          answer: Split,
          refusals: { 404: 'There is no such share', 409: 'The share has taken effect' },
        }),
        params: SplitParams,
      },
    )
