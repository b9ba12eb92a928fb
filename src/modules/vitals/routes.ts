import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { isoTime } from '../../lib/clock'
import { interfaceVersion } from '../../version'
import { Measurement, Received, VitalsStatus } from './model'
import { recordMeasurement } from './service'

export const vitalsRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/vitals',
      () => ok({ status: 'ok', timestamp: isoTime(deps.clock.now()), version: interfaceVersion }),
      endpoint(
        { as: 'public', limit: 120 },
        { tag: 'Public', summary: 'Say whether the service is alive', answer: VitalsStatus },
      ),
    )
    .post(
      '/api/vitals',
      async ({ body }) => {
        await recordMeasurement(deps, body)
        return ok({ received: true })
      },
      {
        ...endpoint(
          { as: 'public', limit: 60 },
          { tag: 'Public', summary: 'Record a web-vitals measurement', answer: Received },
        ),
        body: Measurement,
      },
    )
