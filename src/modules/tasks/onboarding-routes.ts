import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { OnboardingRun } from '../onboarding/model'
import { nothingSent, runOnboarding } from '../onboarding/run'
import { patience } from './patience'
import { triggerTask } from './trigger'

export const onboardingTaskRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).get(
    '/api/cron/onboarding-emails',
    async ({ request, server }) => {
      server?.timeout(request, patience)
      return ok(
        (await triggerTask(deps, 'onboarding-emails', () => runOnboarding(deps))) ?? nothingSent(deps),
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
