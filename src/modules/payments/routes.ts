import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { PaymentsSummary } from './model'
import { summarisePayments } from './summary'

export const paymentRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get('/api/dev/payments', async () => ok(await summarisePayments(deps)), {
    ...endpoint(
      { as: 'hq', limit: 15 },
      {
        tag: 'Operations',
        summary: 'How the money stands',
        answer: PaymentsSummary,
        refusals: {
          502: 'The payment processor failed',
          504: 'The payment processor did not answer in time',
        },
      },
    ),
  })
