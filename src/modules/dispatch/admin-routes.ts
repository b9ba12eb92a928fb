import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { explainJob } from './explain'
import { readHours } from './hours'
import { DayHours, DispatchExplanation, ExplainParams, HoursQuery } from './model'

export const dispatchAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/dispatch/hours', async ({ query }) => ok(await readHours(deps, query.date)), {
      ...adminEndpoint({
        summary: 'Who works on a day, and when: shifts, time off and closed franchises',
        description: 'Active workers only, each by the clocks of the own franchise.',
        answer: DayHours,
      }),
      query: HoursQuery,
    })
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
