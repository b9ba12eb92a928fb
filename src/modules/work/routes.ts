import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { OwnLocation } from '../locations/model'
import { recordOwnLocation } from '../locations/service'
import { DayQuery, OwnLocationStored, OwnMove, WorkDay, WorkJob } from './model'
import { moveOwnJob, readWorkDay } from './service'

const rule = { as: 'worker', limit: 120 } as const

export const workRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/work/jobs',
      async ({ query, caller }) => ok(await readWorkDay(deps, caller.subject, query.date)),
      {
        ...endpoint(rule, {
          tag: 'Work',
          summary: "A worker's own jobs of a day",
          description:
            'Visits that begin on the day or reach into it; for today also those of earlier days that were begun and are not over.',
          answer: WorkDay,
        }),
        query: DayQuery,
      },
    )
    .post(
      '/api/work/jobs/:id/move',
      async ({ params, body, caller }) =>
        ok(await moveOwnJob(deps, params.id, caller.subject, body, actorOf(caller))),
      {
        ...endpoint(rule, {
          tag: 'Work',
          summary: 'Move an own job on',
          description: 'Tells the customer who is on the way and what is done.',
          answer: WorkJob,
          // A phone without a connection sends again what it does not know the answer of.
          idempotent: true,
          refusals: { 404: 'The worker has no such job', 409: 'The job cannot go there from where it is' },
        }),
        params: IdParam,
        body: OwnMove,
        idempotent: true,
      },
    )
    .post(
      '/api/work/location',
      async ({ body, caller }) => ok(await recordOwnLocation(deps, caller.subject, body)),
      {
        ...endpoint(rule, {
          tag: 'Work',
          summary: "Send one's own position",
          answer: OwnLocationStored,
          bodyExample: { lat: 39.7392, lng: -104.9903, accuracy: 12, heading: null, speed: null },
        }),
        body: OwnLocation,
      },
    )
