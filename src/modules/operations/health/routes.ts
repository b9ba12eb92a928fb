import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { endpoint, ok } from '../../../http/endpoint'
import { plumbing } from '../../../http/plumbing'
import { Health } from './model'
import { readHealth } from './service'

export const healthRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/health', async () => ok(await readHealth(deps)), {
    ...endpoint(
      { as: 'public', limit: 120 },
      {
        tag: 'Operations',
        summary: 'Say how the service and all it depends on are doing',
        description:
          'Always 200: read `status`. Without its database it is `unhealthy`; a provider that does not answer, events that were given up, a late task or a full disk make it `degraded`. What is said of providers is at most half a minute old, as long as somebody looks.',
        answer: Health,
      },
    ),
  })
