import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { ScheduleAdded, scheduleExample, ScheduleInput, ScheduleList, ScheduleQuery } from './model'
import { addSchedule, listSchedules } from './service'

const rule = { as: 'hq', limit: 30 } as const

export const billingRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/billing/recurring', async ({ query }) => ok(await listSchedules(deps, query)), {
      ...endpoint(rule, {
        tag: 'Billing',
        summary: 'List recurring billing schedules, newest first',
        description: '`count` is how many there are, `schedules` the newest 1,000 of them.',
        answer: ScheduleList,
      }),
      query: ScheduleQuery,
    })
    .post(
      '/api/billing/recurring',
      async ({ body, caller, once, set }) => {
        set.status = 201
        return ok(await addSchedule(deps, body, actorOf(caller), once))
      },
      {
        ...endpoint(rule, {
          tag: 'Billing',
          summary: 'Set up recurring billing',
          description:
            'Each period is billed once: charged to the stored card with `autoCharge`, else sent as an invoice.',
          answer: ScheduleAdded,
          status: 201,
          idempotent: true,
          refusals: { 409: 'There is a schedule for this recurringScheduleId already' },
          bodyExample: scheduleExample,
        }),
        body: ScheduleInput,
        idempotent: true,
      },
    )
