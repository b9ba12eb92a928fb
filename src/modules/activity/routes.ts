import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { ActivityInput, ActivityList, ActivityStored } from './model'
import { latestActivity, storeActivity } from './service'

const rule = { as: 'hq', limit: 30 } as const

export const activityRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/activity', async ({ body, once }) => ok(await storeActivity(deps, body, once)), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'Note that something happened',
        answer: ActivityStored,
        idempotent: true,
        bodyExample: {
          type: 'deploy',
          actor: 'ci',
          summary: 'Version 1.4.2 went live',
          metadata: { commit: '4f2a9c1' },
        },
      }),
      body: ActivityInput,
      idempotent: true,
    })
    .get('/api/dev/activity', async () => ok({ events: await latestActivity(deps), stored: true }), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'The last 50 things that happened',
        answer: ActivityList,
      }),
    })
