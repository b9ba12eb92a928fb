import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { readDayMap } from './day-map'
import { noteDevice } from './devices'
import { recordOwnLocation, latestLocations, reportLocation, shownLocations } from './locations'
import { Revoked } from './model'
import { revokeWorkerTokens } from './tokens'
import { previewLate, tellOfLate } from './running-late'
import { seeTaken } from './taken-visits'
import { arriveAtOwnJob, moveOwnJob, readWorkDay, readWorkWeek, undoOwnMove } from './work-day'
import { changeWorker } from './workers'
import {
  OwnLanguage,
  OwnLocation,
  DayMap,
  DayQuery,
  LateInput,
  LateNews,
  LateTold,
  OwnLocationStored,
  OwnArrival,
  OwnMove,
  OwnUndo,
  TakenSeen,
  WorkDay,
  WorkJob,
  WorkWeek,
  LocationInput,
  LocationList,
  LocationQuery,
  ShownLocations,
  LocationStored,
} from './work-model'
import * as models from './work-model'

nameModels(models)

const workerRule = { as: 'worker', limit: 120 } as const

export const workRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/work/jobs',
      ({ query, caller, request }) => {
        noteDevice(deps, caller, request)
        return readWorkDay(deps, caller.subject, query.date)
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'listOwnJobs',
          summary: "List the worker's own jobs on a day",
          description:
            'Visits that begin on the day or continue into it. Today also includes unfinished visits from earlier days.',
          answer: WorkDay,
        }),
        query: DayQuery,
      },
    )
    .get('/api/work/week', ({ caller }) => readWorkWeek(deps, caller.subject), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'listOwnWeek',
        summary: "List the worker's own jobs on the days after today",
        answer: WorkWeek,
      }),
    })
    .get('/api/work/map', ({ query, caller }) => readDayMap(deps, caller.subject, query.date), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'showOwnMap',
        summary: "Draw a map of the worker's own visits on a day",
        answer: DayMap,
      }),
      query: DayQuery,
    })
    .post(
      '/api/work/jobs/:id/move',
      ({ params, body, caller }) => moveOwnJob(deps, params.id, caller.subject, body, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'moveOwnJob',
          summary: "Move one of the worker's own jobs to its next status",
          description: 'Tells the customer when the technician is on the way and when the job is done.',
          answer: WorkJob,
          // A phone without a connection repeats requests whose answer it never got.
          idempotent: true,
          refusals: { 404: 'The worker has no such job', 409: "The job can't change to that status" },
        }),
        params: IdParam,
        body: OwnMove,
      },
    )
    .post(
      '/api/work/jobs/:id/arrive',
      ({ params, body, caller }) => arriveAtOwnJob(deps, params.id, caller.subject, body, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'arriveAtOwnJob',
          summary: 'Wait at the door of a visit',
          description: 'Ten minutes later the worker can close the visit, if the customer is not home.',
          answer: WorkJob,
          idempotent: true,
          refusals: { 404: 'The worker has no such job', 409: "The worker isn't on the way to it" },
        }),
        params: IdParam,
        body: OwnArrival,
      },
    )
    .post(
      '/api/work/jobs/:id/undo',
      ({ params, body, caller }) => undoOwnMove(deps, params.id, caller.subject, body, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'undoOwnStep',
          summary: "Take back the worker's own last step, within a minute",
          description: 'Customers hear of a step after that minute, so an undone one is no news to them.',
          answer: WorkJob,
          idempotent: true,
          refusals: {
            404: 'The worker has no such job',
            409: 'It is too late, or the job has changed since',
          },
        }),
        params: IdParam,
        body: OwnUndo,
      },
    )
    .post(
      '/api/work/jobs/:id/seen',
      async ({ params, caller }) => {
        await seeTaken(deps, caller.subject, params.id)
        return { seen: true as const }
      },
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'seeTakenJob',
          summary: 'Note that the worker knows they lost a visit',
          answer: TakenSeen,
          refusals: { 404: 'No job can have this id' },
        }),
        params: IdParam,
      },
    )
    .get('/api/work/late', ({ caller }) => previewLate(deps, caller.subject, actorOf(caller)), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'previewLate',
        summary: 'List the visits the worker is too late for',
        description: 'With the time they can make, and what each customer would read. Nothing changes.',
        answer: LateNews,
      }),
    })
    .post(
      '/api/work/late',
      ({ body, caller }) => tellOfLate(deps, caller.subject, body.visits, actorOf(caller)),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'tellOfLate',
          summary: 'Move late visits to the times the worker saw, and tell their customers',
          answer: LateTold,
          idempotent: true,
          refusals: { 404: 'The worker has no such job', 409: 'A visit has changed since' },
        }),
        body: LateInput,
      },
    )
    .post('/api/work/location', ({ body, caller }) => recordOwnLocation(deps, caller.subject, body), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'sendOwnLocation',
        summary: "Send the worker's own location",
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
          operationId: 'setOwnLanguage',
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
        revoked: await revokeWorkerTokens(deps, caller.subject, caller.tokenId ?? null, actorOf(caller)),
      }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'signOut',
          summary: 'Sign out',
          description: 'Signs the worker out on the phone that calls. Their other phones stay signed in.',
          answer: Revoked,
        }),
      },
    )

const locationRule = { as: 'hq', limit: 30, needs: 'administrator' } as const

export const locationRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/location', ({ body, once }) => reportLocation(deps, body, once), {
      ...endpoint(locationRule, {
        tag: 'Operations',
        operationId: 'recordLocation',
        summary: "Record a worker's location",
        description:
          'Locations less accurate than 200 m, or implying more than 200 km/h, are stored but not shown.',
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
        operationId: 'listLocations',
        summary: 'List worker locations',
        answer: LocationList,
      }),
    })
    .get('/api/admin/locations', async ({ query }) => ({ locations: await shownLocations(deps, query) }), {
      ...adminEndpoint({
        needs: 'dispatch',
        scope: { franchiseId: 'query' },
        summary: 'List the last known locations of workers',
        answer: ShownLocations,
      }),
      query: LocationQuery,
    })
