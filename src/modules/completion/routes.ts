import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { MoveInput } from '../jobs/admin-model'
import { Job } from '../jobs/model'
import { moveOn } from './move'

export const completionRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/jobs/:id/move',
      async ({ params, body, caller }) =>
        ok(await moveOn(deps, params.id, { ...body, actor: actorOf(caller) })),
      {
        ...adminEndpoint({
          summary: 'Move a job on in its life',
          answer: Job,
          refusals: {
            404: 'There is no such job',
            409: "The job, or somebody else's, stands in the way; the text says which",
          },
        }),
        params: IdParam,
        body: MoveInput,
      },
    )
