import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { changeSchedule, listAllSchedules, readSchedule } from './admin'
import { AdminScheduleQuery, Schedule, ScheduleChange, ScheduleDetail } from './model'

const unknown = { 404: 'There is no such schedule' }
const strangers = { 404: 'There is no such schedule, customer or franchise' }

export const billingAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/schedules',
      ({ query }) => answerList(query, 'schedules', listAllSchedules(deps, query)),
      {
        ...adminEndpoint({
          summary: 'List recurring billing schedules, newest first',
          answer: pageOf(Schedule),
        }),
        query: AdminScheduleQuery,
      },
    )
    .get('/api/admin/schedules/:id', async ({ params }) => ok(await readSchedule(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Read a schedule with its next dates, its invoices and its charges',
        answer: ScheduleDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/schedules/:id',
      async ({ params, body, caller }) => ok(await changeSchedule(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Pause, resume, end or change a schedule',
          description: 'Resuming goes on with the next date; what fell into the pause is not made up for.',
          answer: Schedule,
          refusals: { ...strangers, 409: 'The schedule has ended' },
          bodyExample: { price: 199 },
        }),
        params: IdParam,
        body: ScheduleChange,
      },
    )
