import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { recordOwnLocation, latestLocations, reportLocation } from './locations'
import { Revoked } from './model'
import { revokeWorkerTokens } from './tokens'
import { moveOwnJob, readWorkDay } from './work-day'
import { changeWorker } from './workers'
import {
  OwnLanguage,
  OwnLocation,
  DayQuery,
  OwnLocationStored,
  OwnMove,
  WorkDay,
  WorkJob,
  LocationInput,
  LocationList,
  LocationStored,
} from './work-model'

const workerRule = { as: 'worker', limit: 120 } as const

export const workRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/work/jobs', ({ query, caller }) => readWorkDay(deps, caller.subject, query.date), {
      ...endpoint(workerRule, {
        tag: 'Work',
        summary: "A worker's own jobs of a day",
        description:
          'Visits that begin on the day or reach into it; for today also those of earlier days that were begun and are not over.',
        answer: WorkDay,
      }),
      query: DayQuery,
    })
    .post(
      '/api/work/jobs/:id/move',
      ({ params, body, caller }) => moveOwnJob(deps, params.id, caller.subject, body, actorOf(caller)),
      {
        ...endpoint(workerRule, {
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
      },
    )
    .post('/api/work/location', ({ body, caller }) => recordOwnLocation(deps, caller.subject, body), {
      ...endpoint(workerRule, {
        tag: 'Work',
        summary: "Send one's own position",
        answer: OwnLocationStored,
        bodyExample: { lat: 39.7392, lng: -104.9903, accuracy: 12, heading: null, speed: null },
      }),
      body: OwnLocation,
    })
    .post(
      '/api/work/language',
      async ({ body: { language }, caller }) => {
        await changeWorker(deps, caller.subject, { language }, actorOf(caller))
        return { language }
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          summary: 'Choose the language of your own pages and messages',
          answer: OwnLanguage,
          bodyExample: { language: 'es' },
        }),
        body: OwnLanguage,
      },
    )
    .post(
      '/api/work/sign-out',
      async ({ caller }) => ({
        revoked: await revokeWorkerTokens(deps, caller.subject, null, actorOf(caller)),
      }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          summary: 'Sign out',
          description: 'Ends every link the worker was given, on this phone and on others.',
          answer: Revoked,
        }),
      },
    )

const locationRule = { as: 'hq', limit: 30 } as const

export const locationRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/location', ({ body, once }) => reportLocation(deps, body, once), {
      ...endpoint(locationRule, {
        tag: 'Operations',
        summary: "Record a worker's position",
        description: 'A fix worse than 200 m, or reached faster than 200 km/h, is kept but not shown.',
        answer: LocationStored,
        idempotent: true,
        bodyExample: {
          workerId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
          lat: 39.7392,
          lng: -104.9903,
          accuracy: 12,
        },
      }),
      body: LocationInput,
    })
    .get('/api/dev/location', async () => ({ locations: await latestLocations(deps) }), {
      ...endpoint(locationRule, {
        tag: 'Operations',
        summary: 'Where the workers are',
        answer: LocationList,
      }),
    })
