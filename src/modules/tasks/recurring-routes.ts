import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { invalid } from '../../lib/errors'
import { recurringExample, RecurringInput, RecurringRun } from '../recurring/model'
import { nothingDone, runRecurring } from '../recurring/run'
import { patience } from './patience'
import { triggerTask } from './trigger'

const path = '/api/cron/recurring-jobs'
const rule = { as: 'cron', limit: 120 } as const
const nothing = RecurringInput.parse(undefined)

const run = async (deps: Deps, input: RecurringInput) =>
  ok((await triggerTask(deps, 'recurring-jobs', () => runRecurring(deps, input))) ?? nothingDone(deps))

/** The runtime drops the body of a GET; making jobs as if it had not been sent would make doubles. */
function assertNoBody({ headers }: Request): void {
  const announced = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')
  if (announced)
    throw invalid('A GET cannot carry a body here. Send templates and existingJobs by POST to the same path.')
}

export const recurringTaskRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      path,
      ({ request, server }) => {
        assertNoBody(request)
        server?.timeout(request, patience)
        return run(deps, nothing)
      },
      endpoint(rule, {
        tag: 'Tasks',
        summary: 'Make recurring jobs, bill what is due',
        description:
          'Beside a run that is under way it does nothing and says so with zeros. A body goes by POST.',
        answer: RecurringRun,
      }),
    )
    .post(
      path,
      ({ body, request, server }) => {
        server?.timeout(request, patience)
        return run(deps, body)
      },
      {
        ...endpoint(rule, {
          tag: 'Tasks',
          summary: 'The same with templates of your own, and with jobs that exist elsewhere',
          description:
            'Templates in the body are not kept; one job exists per template id and date, however often they are sent.',
          answer: RecurringRun,
          bodyExample: recurringExample,
        }),
        body: RecurringInput,
      },
    )
