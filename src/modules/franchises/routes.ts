import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Franchise, FranchiseChange, FranchiseInput, FranchiseQuery } from './model'
import { addFranchise, changeFranchise, listFranchises, readFranchise } from './service'

const unknown = { 404: 'There is no such franchise' }

const bodyExample = {
  name: 'Front Range',
  email: 'denver@example.com',
  timeZone: 'America/Denver',
  taxPercent: 8.81,
  areaZips: ['80202', '80203'],
}

export const franchiseRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/franchises',
      ({ query }) => answerList(query, 'franchises', listFranchises(deps, query)),
      {
        ...adminEndpoint({ summary: 'List franchises, newest first', answer: pageOf(Franchise) }),
        query: FranchiseQuery,
      },
    )
    .post(
      '/api/admin/franchises',
      async ({ body, caller, once, set }) => {
        set.status = 201
        return ok(await addFranchise(deps, body, actorOf(caller), once))
      },
      {
        ...adminEndpoint({
          summary: 'Add a franchise',
          answer: Franchise,
          status: 201,
          idempotent: true,
          bodyExample,
        }),
        body: FranchiseInput,
        idempotent: true,
      },
    )
    .get('/api/admin/franchises/:id', async ({ params }) => ok(await readFranchise(deps, params.id)), {
      ...adminEndpoint({ summary: 'Read a franchise', answer: Franchise, refusals: unknown }),
      params: IdParam,
    })
    .patch(
      '/api/admin/franchises/:id',
      async ({ params, body, caller }) => ok(await changeFranchise(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Change a franchise',
          description: '`areaZips`, `areaPolygon` and `blackoutDates` replace what was there as a whole.',
          answer: Franchise,
          refusals: unknown,
          bodyExample: { taxPercent: 9.15, areaZips: ['80202'] },
        }),
        params: IdParam,
        body: FranchiseChange,
      },
    )
