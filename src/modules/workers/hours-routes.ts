import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { TimeOff, TimeOffInput, TimeOffQuery } from './model'
import { Week } from './shift-model'
import { replaceShifts } from './shifts'
import { addTimeOff, listTimeOff, removeTimeOff } from './time-off'

const TimeOffParams = IdParam.extend({ timeOffId: z.string().min(1).max(200) })
const unknown = { 404: 'There is no such worker' }

export const workerHoursRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .put(
      '/api/admin/workers/:id/shifts',
      async ({ params, body, caller }) => ok(await replaceShifts(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: "Set a worker's week",
          description: 'Replaces all shifts. Hours are local to the franchise; a shift over midnight is two.',
          answer: Week,
          refusals: unknown,
          bodyExample: { shifts: [{ weekday: 1, start: '08:00', end: '16:30' }] },
        }),
        params: IdParam,
        body: Week,
      },
    )
    .get(
      '/api/admin/workers/:id/time-off',
      async ({ params, query }) => answerList(query, 'time-off', await listTimeOff(deps, params.id)),
      {
        ...adminEndpoint({
          summary: "List a worker's time off, latest first",
          answer: pageOf(TimeOff),
          refusals: unknown,
        }),
        params: IdParam,
        query: TimeOffQuery,
      },
    )
    .post(
      '/api/admin/workers/:id/time-off',
      async ({ params, body, once, set }) => {
        set.status = 201
        return ok(await addTimeOff(deps, params.id, body, once))
      },
      {
        ...adminEndpoint({
          summary: 'Give a worker time off',
          description: 'Visits in that time stay; headquarters gets a task about them.',
          answer: TimeOff,
          status: 201,
          idempotent: true,
          refusals: unknown,
          bodyExample: {
            startsAt: '2026-07-01T06:00:00Z',
            endsAt: '2026-07-08T06:00:00Z',
            reason: 'Holiday',
          },
        }),
        params: IdParam,
        body: TimeOffInput,
        idempotent: true,
      },
    )
    .delete(
      '/api/admin/workers/:id/time-off/:timeOffId',
      async ({ params }) => ok(await removeTimeOff(deps, params.id, params.timeOffId)),
      {
        ...adminEndpoint({
          summary: 'Take back time off',
          answer: TimeOff,
          refusals: { 404: 'There is no such time off' },
        }),
        params: TimeOffParams,
      },
    )
