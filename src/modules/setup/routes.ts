import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { confirmation, PlaceQuery, SetupPlace, SetupState, StartInput, Started } from './model'
import { findPlace, startForReal } from './start'
import { readSetup } from './state'
import * as models from './model'

nameModels(models)

export const setupRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/setup', () => readSetup(deps), {
      ...adminEndpoint({
        needs: 'settings',
        operationId: 'getSetup',
        summary: 'See whether this is still the demo company, and what is left to set up',
        answer: SetupState,
      }),
    })
    .get('/api/admin/setup/place', ({ query }) => findPlace(deps, query.address), {
      ...adminEndpoint({
        needs: 'settings',
        operationId: 'findSetupPlace',
        summary: 'Find the place and the time zone of an address',
        answer: SetupPlace,
        refusals: { 502: 'No geocoder is available', 504: 'The gazetteer is still being unpacked' },
      }),
      query: PlaceQuery,
    })
    .post('/api/admin/setup/start', ({ body, caller }) => startForReal(deps, body, caller), {
      // No Idempotency-Key here: storing the answer would store the link. A second call gets a 409.
      ...adminEndpoint({
        needs: 'settings',
        operationId: 'startForReal',
        summary: 'Replace the demo company with your own, once',
        description:
          'All of it happens or nothing. Jobs that a real processor was paid for, imported records, staff and settings stay.',
        answer: Started,
        status: 201,
        bodyExample: {
          name: 'Copper Gutters',
          address: '1420 Larimer St, Denver, CO 80202',
          timeZone: 'America/Denver',
          service: { name: 'Gutter cleaning', price: 189, minutes: 90 },
          technician: { name: 'Sam Ortiz', phone: '303-555-0142' },
          ownerEmail: 'dana@example.com',
          trials: 'remove',
          confirm: confirmation,
        },
        refusals: {
          403: "An API key can't let people in",
          409: 'The company has already started for real, or there is something to decide first',
          502: 'No geocoder is available',
          504: 'The gazetteer is still being unpacked',
        },
      }),
      body: StartInput,
    })
