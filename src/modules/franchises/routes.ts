import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam, requiredId } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { addFranchise } from './add'
import { listAreaRequests, readDemand } from './demand'
import {
  AreaRequest,
  AreaRequestQuery,
  Demand,
  Franchise,
  FranchiseChange,
  FranchiseInput,
  FranchiseQuery,
  Split,
  SplitInput,
  SplitQuery,
} from './model'
import { changeFranchise, listFranchises, readFranchise } from './service'
import { addSplit, listSplits, withdrawSplit } from './splits'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'Franchise not found' }

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
        ...adminEndpoint({
          needs: 'franchises.read',
          scope: { franchiseId: 'query' },
          summary: 'List franchises, newest first',
          answer: pageOf(Franchise),
        }),
        query: FranchiseQuery,
      },
    )
    .post(
      '/api/admin/franchises',
      ({ body, caller, once }) => addFranchise(deps, body, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Add a franchise',
          answer: Franchise,
          status: 201,
          idempotent: true,
          refusals: { 409: 'Another franchise has this page address' },
          bodyExample,
        }),
        body: FranchiseInput,
      },
    )
    .get('/api/admin/franchises/:id', ({ params }) => readFranchise(deps, params.id), {
      ...adminEndpoint({
        needs: 'franchises.read',
        scope: { id: 'franchise' },
        summary: 'Get a franchise',
        answer: Franchise,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/franchises/:id',
      ({ params, body, caller }) => changeFranchise(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Update a franchise',
          description: '`areaZips`, `areaPolygon` and `blackoutDates` replace the previous lists.',
          answer: Franchise,
          refusals: { ...unknown, 409: 'Another franchise has this page address' },
          bodyExample: { taxPercent: 9.15, areaZips: ['80202'] },
        }),
        params: IdParam,
        body: FranchiseChange,
      },
    )

const SplitParams = IdParam.extend({ splitId: requiredId(200) })
const unknownFranchise = { 404: 'Franchise not found' }

export const splitRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/franchises/:id/splits',
      async ({ params, query }) => answerList(query, 'splits', await listSplits(deps, params.id)),
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope: { id: 'franchise' },
          summary: "List a franchise's revenue splits, latest first",
          answer: pageOf(Split),
          refusals: unknownFranchise,
        }),
        params: IdParam,
        query: SplitQuery,
      },
    )
    .post(
      '/api/admin/franchises/:id/splits',
      ({ params, body, caller, once }) => addSplit(deps, params.id, body, actorOf(caller), once),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: "Set a franchise's share of payments from a given time",
          description: 'Splits are never changed, only added. Without one, HQ gets the whole payment.',
          answer: Split,
          status: 201,
          idempotent: true,
          refusals: {
            ...unknownFranchise,
            409: 'Another split starts at this time, or the new one would start in the past',
          },
          bodyExample: { sharePercent: 82.5, effectiveFrom: '2026-04-01T06:00:00Z' },
        }),
        params: IdParam,
        body: SplitInput,
      },
    )
    .delete(
      '/api/admin/franchises/:id/splits/:splitId',
      ({ params, caller }) => withdrawSplit(deps, params.id, params.splitId, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Withdraw a split that has not started',
          answer: Split,
          refusals: { 404: 'Split not found', 409: 'The split has already started' },
        }),
        params: SplitParams,
      },
    )

/** The people outside every service area who left their email address. They concern nobody but HQ. */
export const demandRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/reports/demand', () => readDemand(deps), {
      ...adminEndpoint({
        operationId: 'readDemand',
        needs: 'reports.read',
        summary: 'Count the people outside every service area who asked us to come, by ZIP code',
        answer: Demand,
      }),
    })
    .get(
      '/api/admin/area-requests',
      ({ query }) => answerList(query, 'area-requests', listAreaRequests(deps, query)),
      {
        ...adminEndpoint({
          needs: 'customers.read',
          summary: 'List the people outside every service area who asked us to come, newest first',
          description: 'Each is listed once per email address and ZIP code, for a year.',
          answer: pageOf(AreaRequest),
        }),
        query: AreaRequestQuery,
      },
    )
