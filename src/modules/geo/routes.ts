import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { plumbing } from '../../http/plumbing'
import { coverageOf, isochroneOf } from './coverage'
import { geocode } from './geocode'
import {
  Coverage,
  CoverageRequest,
  GeocodeQuery,
  GeocodeResults,
  Isochrone,
  IsochroneRequest,
  ZipPlaces,
  ZipsInput,
} from './model'
import { locateZips } from './zip-places'

const engineFails = {
  502: 'The routing engine failed',
  504: 'The routing engine did not answer in time',
} as const

export const geoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/geocode', async ({ query }) => ({ results: await geocode(deps, query.q) }), {
      ...endpoint(
        { as: 'public', limit: 20 },
        {
          tag: 'Public',
          summary: 'Find where an address or a place is',
          description:
            'A label says so where only the town or the ZIP area is known. Built-in places and ZIP codes: GeoNames, CC BY 4.0.',
          answer: GeocodeResults,
          refusals: { 502: 'No geocoder can answer', 504: 'The gazetteer is still being built' },
        },
      ),
      query: GeocodeQuery,
    })
    .post('/api/coverage', ({ body }) => coverageOf(deps, body), {
      ...endpoint(
        { as: 'public', limit: 15 },
        {
          tag: 'Public',
          summary: 'Outline the areas that are reached within given drive times',
          description:
            'The largest contour comes first. `source` is `estimate` where no routing engine is configured; a configured one that fails is a 502. Where `source` is `osm` or `valhalla`, show with the areas: © OpenStreetMap contributors, ODbL.',
          answer: Coverage,
          refusals: engineFails,
        },
      ),
      body: CoverageRequest,
    })
    .post('/api/isochrone', ({ body }) => isochroneOf(deps, body), {
      ...endpoint(
        { as: 'public', limit: 30 },
        {
          tag: 'Public',
          summary: 'Get drive-time contours as the routing engine draws them',
          description:
            'Areas drawn from roads carry an `attribution` to show with them: © OpenStreetMap contributors, ODbL.',
          answer: Isochrone,
          bare: true,
          refusals: engineFails,
        },
      ),
      body: IsochroneRequest,
    })

export const geoAdminRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post('/api/admin/zips/locate', ({ body }) => locateZips(deps, body.zips), {
    ...adminEndpoint({
      summary: 'Say where ZIP codes are, and which of them do not exist',
      answer: ZipPlaces,
      bodyExample: { zips: ['80202', '80203'] },
    }),
    body: ZipsInput,
  })
