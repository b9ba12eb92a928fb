import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import {
  Service,
  ServiceChange,
  ServiceInput,
  ServiceQuery,
  Promo,
  PromoChange,
  PromoInput,
  PromoQuery,
} from './model'
import { addPromo, changePromo, listPromos, readPromo } from './promos'
import { addService, changeService, listServices, readService } from './services'
import * as models from './model'

nameModels(models)

const unknownService = { 404: 'Service not found' }
const serviceExists = { 409: 'A service with this name already exists' }

export const serviceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/services', ({ query }) => answerList(query, 'services', listServices(deps, query)), {
      ...adminEndpoint({
        needs: 'catalog.read',
        scope: 'shared',
        summary: 'List services',
        answer: pageOf(Service),
      }),
      query: ServiceQuery,
    })
    .post('/api/admin/services', ({ body }) => addService(deps, body), {
      ...adminEndpoint({
        needs: 'settings',
        summary: 'Add a service',
        answer: Service,
        status: 201,
        idempotent: true,
        refusals: serviceExists,
      }),
      body: ServiceInput,
    })
    .get('/api/admin/services/:id', ({ params }) => readService(deps, params.id), {
      ...adminEndpoint({
        needs: 'catalog.read',
        scope: 'shared',
        summary: 'Get a service',
        answer: Service,
        refusals: unknownService,
      }),
      params: IdParam,
    })
    .patch('/api/admin/services/:id', ({ params, body }) => changeService(deps, params.id, body), {
      ...adminEndpoint({
        needs: 'settings',
        summary: 'Update a service',
        answer: Service,
        refusals: { ...unknownService, ...serviceExists },
      }),
      params: IdParam,
      body: ServiceChange,
    })

const promoExample = {
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
      ...adminEndpoint({
        needs: 'catalog.read',
        summary: 'List promo codes, newest first',
        answer: pageOf(Promo),
      }),
      query: PromoQuery,
    })
    .post('/api/admin/promos', ({ body, caller, once }) => addPromo(deps, body, actorOf(caller), once), {
      ...adminEndpoint({
        needs: 'settings',
        summary: 'Add a promo code',
        answer: Promo,
        status: 201,
        idempotent: true,
        refusals: { 404: 'Franchise not found', 409: 'This promo code already exists' },
        bodyExample: promoExample,
      }),
      body: PromoInput,
    })
    .get('/api/admin/promos/:id', ({ params }) => readPromo(deps, params.id), {
      ...adminEndpoint({
        needs: 'catalog.read',
        summary: 'Get a promo code',
        answer: Promo,
        refusals: { 404: 'Promo code not found' },
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/promos/:id',
      ({ params, body, caller }) => changePromo(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'settings',
          summary: 'Update a promo code',
          answer: Promo,
          refusals: {
            404: 'Promo code or franchise not found',
            409: 'The code was already used more often than the new limit allows',
          },
          bodyExample: { active: false },
        }),
        params: IdParam,
        body: PromoChange,
      },
    )
