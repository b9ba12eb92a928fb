import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { Availability, AvailabilityQuery } from './model'
import { readAvailability } from './service'

export const availabilityRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/availability', async ({ query }) => ok(await readAvailability(deps, query)), {
      ...endpoint(
        { as: 'public', limit: 30 },
        {
          tag: 'Public',
          summary: 'Offer bookable windows for an address and a service',
          description:
            'A booking that names an offered day and window as `preferredDate` and `preferredTime` fits when dispatch runs.',
          answer: Availability,
          refusals: {
            404: 'There is no such service',
            502: 'The geocoder failed',
            504: 'The geocoder took too long',
          },
        },
      ),
      query: AvailabilityQuery,
    })
