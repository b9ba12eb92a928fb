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
  coverWorker,
  DispatchQuery,
  DispatchRun,
  DispatchRunInput,
  EffortQuery,
  autoDispatch,
  dropOutdatedPlans,
  nothingDispatched,
  readBetterPlan,
  type DispatchRunOptions,
} from '../../scheduling'
import { triggerTask } from './trigger'

const zerosIfRunning = 'If a run is already in progress, nothing happens and all counts are zero.'

/** A dry run changes nothing, so it may run at any time. A real run returns null while another one is running. */
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
            operationId: 'runAutoDispatch',
            summary: 'Assign unscheduled jobs to the best workers',
            description: `Plans the next five working days of every franchise. \`assigned + escalated + skipped\` is the number of jobs it considered. ${zerosIfRunning}`,
            answer: DispatchRun,
            refusals: { 503: 'The service is stopping, so a dry run was given up' },
          },
        ),
        query: DispatchQuery,
      },
    )
    .post(
      '/api/admin/dispatch/run',
      async ({ body, query, caller, request, server }) => {
        server?.timeout(request, runTimeoutSeconds)
        const { visits, tellCustomer, cover, better, ...options } = body
        if (better) return readBetterPlan(deps, options.franchiseId)
        if (cover !== undefined) {
          const {
            worker: _,
            isAccepted: __,
            ...proposal
          } = await coverWorker(deps, cover, options.franchiseId)
          return proposal
        }
        const actor = actorOf(caller)
        const run = await (visits
          ? commitShown(deps, visits, { actor, tellCustomer, franchiseId: options.franchiseId })
          : dispatch(deps, { ...options, ...query, actor }))
        if (!run) throw conflict('Dispatch is already running. Try again in a minute.')
        if (visits) await dropOutdatedPlans(deps)
        return run
      },
      {
        ...adminEndpoint({
          needs: 'dispatch',
          scope: {
            franchiseId: 'body',
            body: {
              'visits.jobId': 'job',
              'visits.worker': 'worker',
              'fixed.jobId': 'job',
              'fixed.worker': 'worker',
              cover: 'worker',
            },
          },
          summary: 'Run dispatch, preview a run, or apply a preview',
          description:
            'Send `dryRun` to preview the dispatch plan. Send the `visits` of a preview to schedule exactly those; a visit is skipped, with the reason, if its job or worker has changed in the meantime. Jobs that are left over become to-dos.',
          answer: DispatchRun,
          idempotent: true,
          refusals: {
            404: 'A visit names a job or a technician of another franchise',
            409: 'Dispatch is already running',
            503: 'The service is stopping, so a preview was given up',
          },
        }),
        body: DispatchRunInput,
        query: EffortQuery,
      },
    )

const path = '/api/cron/recurring-jobs'
const rule = { as: 'cron', limit: 120 } as const
const nothing = RecurringInput.parse(undefined)

const run = async (deps: Deps, input: RecurringInput) =>
  (await triggerTask(deps, 'recurring-jobs', () => runRecurring(deps, input))) ?? noRecurringRun(deps)

/** Bun drops the body of a GET, and running without the caller's `existingJobs` would create duplicate jobs. */
function assertNoBody({ headers }: Request): void {
  const announced = Number(headers.get('content-length') ?? 0) > 0 || headers.has('transfer-encoding')
  if (announced)
    throw invalid("A GET request can't have a body. Send templates and existingJobs with POST instead.")
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
        operationId: 'runRecurringJobs',
        summary: 'Create recurring jobs and bill what is due',
        description: `${zerosIfRunning} Use POST to send a body.`,
        answer: RecurringRun,
        refusals: { 400: 'The request has a body' },
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
          operationId: 'generateRecurringJobs',
          summary: 'Create recurring jobs from your own job templates',
          description:
            'Job templates in the body are not stored. Send the jobs you already have in `existingJobs`. There is one job per template id and date, no matter how often you send them.',
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
        operationId: 'runOnboardingEmails',
        summary: 'Send onboarding emails to new franchises and follow-ups after completed jobs',
        description: zerosIfRunning,
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
        operationId: 'runWebhookRetry',
        summary: 'Retry failed payment events and finish open payments',
        description: zerosIfRunning,
        answer: EventRetryReport,
      },
    ),
  )

/** How long a request may wait for its run to finish. */
export const runTimeoutSeconds = 120
