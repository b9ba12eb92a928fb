import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint, endpoint } from '../../../http/endpoint'
import { plumbing } from '../../../http/plumbing'
import { actorOf } from '../../../http/request'
import { conflict, invalid } from '../../../lib/errors'
import { OnboardingRun, noOnboardingSent, runOnboarding } from '../../messages'
import { EventRetryReport, noEventsRetried, retryEvents } from '../../payments'
import { recurringExample, RecurringInput, RecurringRun, noRecurringRun, runRecurring } from '../../recurring'
import {
  commitShown,
  DispatchQuery,
  DispatchRun,
  DispatchRunInput,
  autoDispatch,
  nothingDispatched,
  type DispatchRunOptions,
} from '../../scheduling'
import { triggerTask } from './trigger'

/** A dry run takes no turn: it changes nothing, so it may go on beside another. Null beside a real one. */
const dispatch = (deps: Deps, options: DispatchRunOptions) =>
  options.dryRun
    ? autoDispatch(deps, options)
    : triggerTask(deps, 'auto-dispatch', () => autoDispatch(deps, options))

export const dispatchTaskRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/cron/auto-dispatch',
      async ({ query, request, server }) => {
        server?.timeout(request, runTimeoutSeconds)
        return (await dispatch(deps, query)) ?? nothingDispatched(deps)
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
        server?.timeout(request, runTimeoutSeconds)
        const { dryRun, visits } = body
        const actor = actorOf(caller)
        const run = await (visits ? commitShown(deps, visits, actor) : dispatch(deps, { dryRun, actor }))
        if (!run) throw conflict('Dispatch is running already')
        return run
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
        body: DispatchRunInput,
      },
    )

const path = '/api/cron/recurring-jobs'
const rule = { as: 'cron', limit: 120 } as const
const nothing = RecurringInput.parse(undefined)

const run = async (deps: Deps, input: RecurringInput) =>
  (await triggerTask(deps, 'recurring-jobs', () => runRecurring(deps, input))) ?? noRecurringRun(deps)

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
        server?.timeout(request, runTimeoutSeconds)
        return run(deps, nothing)
      },
      endpoint(rule, {
        tag: 'Tasks',
        summary: 'Make recurring jobs, bill what is due',
        description:
          'Beside a run that is under way it does nothing and says so with zeros. A body goes by POST.',
        answer: RecurringRun,
        refusals: { 400: 'A GET cannot carry a body' },
      }),
    )
    .post(
      path,
      ({ body, request, server }) => {
        server?.timeout(request, runTimeoutSeconds)
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

export const onboardingTaskRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/api/cron/onboarding-emails',
    async ({ request, server }) => {
      server?.timeout(request, runTimeoutSeconds)
      return (
        (await triggerTask(deps, 'onboarding-emails', () => runOnboarding(deps))) ?? noOnboardingSent(deps)
      )
    },
    endpoint(
      { as: 'cron', limit: 2 },
      {
        tag: 'Tasks',
        summary: 'Send the onboarding e-mails of new franchises and the follow-ups of completed jobs',
        description: 'Beside a run that is under way it does nothing and says so with zeros.',
        answer: OnboardingRun,
      },
    ),
  )

export const retryTaskRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/api/cron/webhook-retry',
    async ({ request, server }) => {
      server?.timeout(request, runTimeoutSeconds)
      return (await triggerTask(deps, 'webhook-retry', () => retryEvents(deps))) ?? noEventsRetried(deps)
    },
    endpoint(
      { as: 'cron', limit: 120 },
      {
        tag: 'Tasks',
        summary: 'Retry failed payment events and settle what is open',
        description: 'Beside a run that is under way it does nothing and says so with zeros.',
        answer: EventRetryReport,
      },
    ),
  )

/** Seconds a run may keep its connection waiting. */
export const runTimeoutSeconds = 120
