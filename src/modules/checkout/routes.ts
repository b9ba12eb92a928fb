import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { CheckoutAnswer, CheckoutInput } from './model'
import { openCheckout } from './open'

const bodyExample = {
  amount: 18_950,
  jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  customerName: 'Jordan Rivera',
}

export const checkoutRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/payments/checkout', async ({ body }) => ok(await openCheckout(deps, body)), {
      ...endpoint(
        { as: 'public', limit: 10 },
        {
          tag: 'Payments',
          summary: "Open a page on which a job's total is paid",
          answer: CheckoutAnswer,
          idempotent: true,
          refusals: {
            404: 'There is no such job',
            409: 'The job has no price, is paid or cancelled, or its total is another; the text says which',
            502: 'The payment processor failed',
            504: 'The payment processor did not answer in time',
          },
          bodyExample,
        },
      ),
      body: CheckoutInput(deps.config),
      idempotent: true,
    })
