import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { ZipPlaces, ZipsInput } from './model'
import { locateZips } from './zip-places'

export const geoAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/admin/zips/locate', async ({ body }) => ok(await locateZips(body.zips)), {
      ...adminEndpoint({
        summary: 'Say where ZIP codes are, and which of them do not exist',
        answer: ZipPlaces,
        bodyExample: { zips: ['80202', '80203'] },
      }),
      body: ZipsInput,
    })
