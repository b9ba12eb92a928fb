import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Promo, PromoChange, PromoInput, PromoQuery } from './model'
import { addPromo, changePromo, listPromos, readPromo } from './service'

const bodyExample = {
  code: 'SPRING15',
  kind: 'percent',
  value: 15,
  validUntil: '2026-06-01T06:00:00Z',
  maxUses: 200,
}

export const promoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/promos', ({ query }) => answerList(query, 'promos', listPromos(deps, query)), {
      ...adminEndpoint({ summary: 'List promo codes, newest first', answer: pageOf(Promo) }),
      query: PromoQuery,
    })
    .post(
      '/api/admin/promos',
      async ({ body, caller, once, set }) => {
        set.status = 201
        return ok(await addPromo(deps, body, actorOf(caller), once))
      },
      {
        ...adminEndpoint({
          summary: 'Add a promo code',
          answer: Promo,
          status: 201,
          idempotent: true,
          refusals: { 404: 'There is no such franchise', 409: 'This code exists already' },
          bodyExample,
        }),
        body: PromoInput,
        idempotent: true,
      },
    )
    .get('/api/admin/promos/:id', async ({ params }) => ok(await readPromo(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Read a promo code',
        answer: Promo,
        refusals: { 404: 'There is no such promo code' },
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/promos/:id',
      async ({ params, body, caller }) => ok(await changePromo(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Change a promo code',
          answer: Promo,
          refusals: {
            404: 'There is no such promo code or franchise',
            409: 'It has been used more often than that',
          },
          bodyExample: { active: false },
        }),
        params: IdParam,
        body: PromoChange,
      },
    )
