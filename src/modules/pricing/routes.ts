import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { Job } from '../jobs/model'
import { RepriceInput } from './model'
import { repriceJob } from './reprice'

const refusals = {
  404: 'There is no such job',
  409: "The job, or somebody else's, stands in the way; the text says which",
}

export const pricingRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/reprice',
      async ({ params, body, caller }) => ok(await repriceJob(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Change price, discount, credit or promo code',
          answer: Job,
          refusals,
        }),
        params: IdParam,
        body: RepriceInput,
      },
    )
