import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { HostingSummary } from './model'

export const hostingRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/dev/hosting', async () => ok(await deps.providers.hosting.summary()), {
      ...endpoint(
        { as: 'hq', limit: 15 },
        {
          tag: 'Operations',
          summary: 'Show the latest deployments',
          description:
            'From the platform HOSTING_PROJECT names, else this process itself. At most a minute old.',
          answer: HostingSummary,
          example: {
            deployments: [{ id: 'dpl_3', url: 'https://truckroll-3.vercel.app', state: 'READY' }],
            productionUrl: 'https://book.example.com',
          },
          refusals: {
            502: 'The hosting platform failed',
            504: 'The hosting platform did not answer in time',
          },
        },
      ),
    })
