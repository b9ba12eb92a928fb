import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { explainJob } from './explain'
import { DispatchExplanation, ExplainParams } from './model'

export const dispatchAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/dispatch/explain/:jobId',
      async ({ params }) => ok(await explainJob(deps, params.jobId)),
      {
        ...adminEndpoint({
          summary: 'Say why a job went, or cannot go, to each worker, and what would help',
          description: 'Beside the visits that are made already; other jobs that wait are not counted.',
          answer: DispatchExplanation,
          refusals: { 404: 'There is no such job', 409: 'The job is under way or over' },
        }),
        params: ExplainParams,
      },
    )
