import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { LocationInput, LocationList, LocationStored } from './model'
import { latestLocations, reportLocation } from './service'

const rule = { as: 'hq', limit: 30 } as const

export const locationRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/location', async ({ body, once }) => ok(await reportLocation(deps, body, once)), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: "Record a worker's position",
        description: 'A fix worse than 200 m, or reached faster than 200 km/h, is kept but not shown.',
        answer: LocationStored,
        idempotent: true,
        bodyExample: {
          workerId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
          lat: 39.7392,
          lng: -104.9903,
          accuracy: 12,
        },
      }),
      body: LocationInput,
      idempotent: true,
    })
    .get('/api/dev/location', async () => ok({ locations: await latestLocations(deps) }), {
      ...endpoint(rule, { tag: 'Operations', summary: 'Where the workers are', answer: LocationList }),
    })
