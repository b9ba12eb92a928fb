import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { Metrics } from './model'
import { readMetrics } from './service'

export const metricRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/metrics', async () => ok(await readMetrics(deps)), {
    ...endpoint(
      { as: 'hq', limit: 30 },
      { tag: 'Operations', summary: 'Count jobs, workers and revenue', answer: Metrics },
    ),
  })
