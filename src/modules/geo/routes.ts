import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
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
  MapLines,
  MapLinesRequest,
  MapTile,
  TileQuery,
  ZipPlaces,
  ZipsInput,
} from './model'
import { drawLines } from './lines'
import { answerTile } from './tile'
import { locateZips } from './zip-places'
import * as models from './model'

nameModels(models)

const engineFails = {
  502: 'The routing engine failed',
  504: "The routing engine didn't answer in time",
} as const

export const geoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/geocode', async ({ query }) => ({ results: await geocode(deps, query.q) }), {
      ...endpoint(
        { as: 'public', limit: 20 },
        {
          tag: 'Public',
          operationId: 'geocodeAddress',
          summary: 'Find an address or a place',
          description:
            'The label says so when only the town or ZIP code is known. Built-in places and ZIP codes: GeoNames, CC BY 4.0.',
          answer: GeocodeResults,
          refusals: { 502: 'No geocoder is available', 504: 'The gazetteer is still being unpacked' },
        },
      ),
      query: GeocodeQuery,
    })
    .post('/api/coverage', ({ body }) => coverageOf(deps, body), {
      ...endpoint(
        { as: 'public', limit: 15 },
        {
          tag: 'Public',
          operationId: 'getCoverage',
          summary: 'Outline the areas within given drive times',
          description:
            'The largest area comes first. `source` is `estimate` when no routing engine is configured. If the configured one fails, the answer is 502. When `source` is `osm` or `valhalla`, show this next to the map: © OpenStreetMap contributors, ODbL.',
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
          operationId: 'getIsochrone',
          summary: 'Get drive-time contours as the routing engine draws them',
          description:
            'Areas based on roads have an `attribution` to show next to the map: © OpenStreetMap contributors, ODbL.',
          answer: Isochrone,
          bare: true,
          refusals: engineFails,
        },
      ),
      body: IsochroneRequest,
    })

export const geoAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/admin/zips/locate', ({ body }) => locateZips(deps, body.zips), {
      ...adminEndpoint({
        operationId: 'locateZips',
        needs: 'franchises.read',
        scope: 'shared',
        summary: 'Locate ZIP codes, and find the ones that do not exist',
        answer: ZipPlaces,
        bodyExample: { zips: ['80202', '80203'] },
      }),
      body: ZipsInput,
    })
    .get('/api/admin/map/tile', ({ query, request }) => answerTile(deps, query, request), {
      ...adminEndpoint({
        operationId: 'getMapTile',
        needs: 'franchises.read',
        scope: 'shared',
        summary: 'Get a tile of the map',
        description:
          'Streets of the imported map, or approximate ZIP code areas and Interstates without one, and towns. Coordinates in a tile go from 0 to 2048.',
        answer: MapTile,
        bare: true,
        kept: true,
        refusals: { ...engineFails, 404: "There's no such tile" },
      }),
      query: TileQuery,
    })
    .post('/api/admin/map/lines', ({ body }) => drawLines(deps, body), {
      ...adminEndpoint({
        operationId: 'drawMapLines',
        needs: 'jobs.read',
        scope: 'shared',
        summary: 'Draw lines along the roads between stops',
        description:
          'Without an imported map or a Valhalla server, and where no way is found, lines are straight.',
        answer: MapLines,
      }),
      body: MapLinesRequest,
    })
