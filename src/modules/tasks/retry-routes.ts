import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { RetryReport } from '../webhooks/model'
import { nothingRetried, retryWebhooks } from '../webhooks/retry'
import { patience } from './patience'
import { triggerTask } from './trigger'

export const retryTaskRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/api/cron/webhook-retry',
    async ({ request, server }) => {
      server?.timeout(request, patience)
      return ok((await triggerTask(deps, 'webhook-retry', () => retryWebhooks(deps))) ?? nothingRetried(deps))
    },
    endpoint(
      { as: 'cron', limit: 120 },
      {
        tag: 'Tasks',
        summary: 'Retry failed payment events and settle what is open',
        description: 'Beside a run that is under way it does nothing and says so with zeros.',
        answer: RetryReport,
      },
    ),
  )
