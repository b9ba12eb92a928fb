import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { endpoint, adminEndpoint } from '../../../http/endpoint'
import { nameModels } from '../../../http/openapi/names'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { plumbing } from '../../../http/plumbing'
import { actorOf } from '../../../http/request'
import {
  ScheduleAdded,
  scheduleExample,
  ScheduleInput,
  CountedSchedules,
  ScheduleQuery,
  AdminScheduleQuery,
  Schedule,
  ScheduleChange,
  ScheduleDetail,
} from './model'
import { changeSchedule, listAllSchedules, readSchedule } from './schedule-admin'
import { addSchedule, listSchedules } from './schedules'
import * as models from './model'

nameModels(models)

const rule = { as: 'hq', limit: 30, needs: 'administrator' } as const

export const billingRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/billing/recurring', ({ query }) => listSchedules(deps, query), {
      ...endpoint(rule, {
        tag: 'Billing',
        operationId: 'listRecurringBilling',
        summary: 'List recurring billing schedules, newest first',
        description: '`schedules` has the newest 1,000; `count` is the total number.',
        answer: CountedSchedules,
      }),
      query: ScheduleQuery,
    })
    .post(
      '/api/billing/recurring',
      ({ body, caller, once }) => addSchedule(deps, body, actorOf(caller), once),
      {
        ...endpoint(rule, {
          tag: 'Billing',
          operationId: 'createRecurringBilling',
          summary: 'Create a recurring billing schedule',
          description:
            'Each period is billed once: charged to the stored card with `autoCharge`, otherwise sent as an invoice.',
          answer: ScheduleAdded,
          status: 201,
          idempotent: true,
          refusals: { 409: 'A schedule with this recurringScheduleId already exists' },
          bodyExample: scheduleExample,
        }),
        body: ScheduleInput,
      },
    )

const unknown = { 404: 'Schedule not found' }
const strangers = { 404: 'Schedule, customer or franchise not found' }

export const billingAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/schedules',
      ({ query }) => answerList(query, 'schedules', listAllSchedules(deps, query)),
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope: { franchiseId: 'query' },
          summary: 'List recurring billing schedules, newest first',
          answer: pageOf(Schedule),
        }),
        query: AdminScheduleQuery,
      },
    )
    .get('/api/admin/schedules/:id', ({ params }) => readSchedule(deps, params.id), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { id: 'schedule' },
        summary: 'Get a schedule with its next dates, invoices and charges',
        answer: ScheduleDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/schedules/:id',
      ({ params, body, caller }) => changeSchedule(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'money.write',
          scope: { id: 'schedule', franchiseId: 'body', body: { customerId: 'customer' } },
          summary: 'Update, pause, resume or end a schedule',
          description: 'Resuming continues with the next date; periods during the pause are skipped.',
          answer: Schedule,
          refusals: { ...strangers, 409: 'The schedule has ended' },
          bodyExample: { price: 199 },
        }),
        params: IdParam,
        body: ScheduleChange,
      },
    )
