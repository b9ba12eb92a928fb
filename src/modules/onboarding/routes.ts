import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { OnboardingRun } from './model'
import { runOnboarding } from './run'

/** Seconds a run may keep its connection waiting. */
const patience = 60

export const onboardingRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/api/cron/onboarding-emails',
    async ({ request, server }) => {
      server?.timeout(request, patience)
      return ok(await runOnboarding(deps))
    },
    endpoint(
      { as: 'cron', limit: 2 },
      {
        tag: 'Tasks',
        summary: 'Send the onboarding e-mails of new franchises and the follow-ups of completed jobs',
        answer: OnboardingRun,
      },
    ),
  )
