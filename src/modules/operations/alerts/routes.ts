import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { plumbing } from '../../../http/plumbing'
import { AlertOverview } from '../model'
import { readAlerts } from './read'

export const alertRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/admin/alerts', () => readAlerts(deps), {
    ...adminEndpoint({
      needs: 'system',
      summary: 'Show who gets alerts, and open and recent incidents',
      description:
        'An incident opens when a check of the health page fails. If it lasts 5 minutes, alerts go out; if the check then stays good for 2 minutes, the incident ends and its recovery is announced.',
      answer: AlertOverview,
    }),
  })
