import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { checkArea } from './area'
import { AreaAnswer, AreaQuery, OfferedServices } from './model'
import { offeredServices } from './services'

/** What somebody may know before booking. */
export const bookingPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/services', async () => ok({ services: await offeredServices(deps) }), {
      ...endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Public', summary: 'List what can be booked, with prices', answer: OfferedServices },
      ),
    })
    .get('/api/area', async ({ query }) => ok(await checkArea(deps, query.address)), {
      ...endpoint(
        { as: 'public', limit: 30 },
        { tag: 'Public', summary: 'Say whether an address is within our area', answer: AreaAnswer },
      ),
      query: AreaQuery,
    })
