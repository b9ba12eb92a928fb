import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { conflict } from '../../lib/errors'
import { commitShown } from '../dispatch/commit-shown'
import { DispatchQuery, DispatchRun, RunInput } from '../dispatch/model'
import { autoDispatch, nothingDispatched, type RunOptions } from '../dispatch/run'
import { patience } from './patience'
import { triggerTask } from './trigger'

/** A dry run takes no turn: it changes nothing, so it may go on beside another. Null beside a real one. */
const dispatch = (deps: Deps, options: RunOptions) =>
  options.dryRun
    ? autoDispatch(deps, options)
    : triggerTask(deps, 'auto-dispatch', () => autoDispatch(deps, options))

export const dispatchTaskRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/cron/auto-dispatch',
      async ({ query, request, server }) => {
        server?.timeout(request, patience)
        return ok((await dispatch(deps, query)) ?? nothingDispatched(deps))
      },
      {
        ...endpoint(
          { as: 'cron', limit: 120 },
          {
            tag: 'Tasks',
            summary: 'Give unscheduled jobs to the workers who fit best',
            description:
              'Plans five working days for every franchise. `assigned + escalated + skipped` is the number of jobs looked at. Beside a run that is under way it does nothing and says so with zeros.',
            answer: DispatchRun,
          },
        ),
        query: DispatchQuery,
      },
    )
    .post(
      '/api/admin/dispatch/run',
      async ({ body, caller, request, server }) => {
        server?.timeout(request, patience)
        const { dryRun, visits } = body
        const actor = actorOf(caller)
        const run = await (visits ? commitShown(deps, visits, actor) : dispatch(deps, { dryRun, actor }))
        if (!run) throw conflict('Dispatch is running already')
        return ok(run)
      },
      {
        ...adminEndpoint({
          summary: 'Run dispatch now, or see what it would do, or do what was seen',
          description:
            'With `visits` of a dry run only these are made, each as long as neither its job nor its worker has changed since; what has changed is skipped and says so.',
          answer: DispatchRun,
          idempotent: true,
          refusals: { 409: 'Dispatch is running already' },
        }),
        body: RunInput,
        idempotent: true,
      },
    )
