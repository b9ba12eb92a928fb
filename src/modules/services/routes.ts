import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Service, ServiceChange, ServiceInput, ServiceQuery } from './model'
import { addService, changeService, listServices, readService } from './service'

const unknown = { 404: 'There is no such service' }
const twin = { 409: 'A service with this label exists already' }

export const serviceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/services', ({ query }) => answerList(query, 'services', listServices(deps, query)), {
      ...adminEndpoint({ summary: 'List service types', answer: pageOf(Service) }),
      query: ServiceQuery,
    })
    .post(
      '/api/admin/services',
      async ({ body, set }) => {
        set.status = 201
        return ok(await addService(deps, body))
      },
      {
        ...adminEndpoint({
          summary: 'Add a service type',
          answer: Service,
          status: 201,
          idempotent: true,
          refusals: twin,
        }),
        body: ServiceInput,
        idempotent: true,
      },
    )
    .get('/api/admin/services/:id', async ({ params }) => ok(await readService(deps, params.id)), {
      ...adminEndpoint({ summary: 'Read a service type', answer: Service, refusals: unknown }),
      params: IdParam,
    })
    .patch(
      '/api/admin/services/:id',
      async ({ params, body }) => ok(await changeService(deps, params.id, body)),
      {
        ...adminEndpoint({
          summary: 'Change a service type',
          answer: Service,
          refusals: { ...unknown, ...twin },
        }),
        params: IdParam,
        body: ServiceChange,
      },
    )
