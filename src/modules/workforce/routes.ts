import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam, requiredId } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { replaceShifts, addTimeOff, listTimeOff, removeTimeOff } from './hours'
import {
  Worker,
  WorkerChange,
  WorkerInput,
  WorkerQuery,
  WorkerWithHours,
  TimeOff,
  TimeOffInput,
  TimeOffQuery,
  Week,
  GivenToken,
  Revoked,
  TokenInput,
  TokenQuery,
  WorkerToken,
} from './model'
import { giveToken, listTokens, revokeWorkerTokens } from './tokens'
import { addWorker, changeWorker, listWorkers, readWorker } from './workers'
import * as models from './model'

nameModels(models)

const bodyExample = {
  name: 'Sam Ortiz',
  franchiseId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
  email: 'sam@example.com',
  phone: '303-555-0117',
  skills: ['gutters', 'ladder-40ft'],
}

export const workerRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/workers', ({ query }) => answerList(query, 'workers', listWorkers(deps, query)), {
      ...adminEndpoint({
        needs: 'workers.read',
        scope: { franchiseId: 'query' },
        summary: 'List workers, newest first',
        answer: pageOf(Worker),
      }),
      query: WorkerQuery,
    })
    .post('/api/admin/workers', ({ body, caller, once }) => addWorker(deps, body, actorOf(caller), once), {
      ...adminEndpoint({
        needs: 'workers.write',
        scope: { franchiseId: 'body' },
        summary: 'Add a worker',
        answer: Worker,
        status: 201,
        idempotent: true,
        refusals: { 404: 'Franchise not found' },
        bodyExample,
      }),
      body: WorkerInput,
    })
    .get('/api/admin/workers/:id', ({ params }) => readWorker(deps, params.id), {
      ...adminEndpoint({
        needs: 'workers.read',
        scope: { id: 'worker' },
        summary: 'Get a worker with working hours and upcoming time off',
        answer: WorkerWithHours,
        refusals: { 404: 'Worker not found' },
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/workers/:id',
      ({ params, body, caller }) => changeWorker(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'workers.write',
          scope: { id: 'worker', franchiseId: 'body' },
          summary: 'Update a worker',
          description: 'Deactivating a worker revokes all of their tokens and their calendar link.',
          answer: Worker,
          refusals: { 404: 'Worker or franchise not found' },
          bodyExample: { skills: ['gutters'], active: true },
        }),
        params: IdParam,
        body: WorkerChange,
      },
    )

const TimeOffParams = IdParam.extend({ timeOffId: requiredId(200) })
const unknown = { 404: 'Worker not found' }

export const workerHoursRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .put(
      '/api/admin/workers/:id/shifts',
      ({ params, body, caller }) => replaceShifts(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'setWorkerShifts',
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: "Set a worker's weekly hours",
          description:
            "Replaces all shifts. Times are in the franchise's time zone. Enter a shift past midnight as two.",
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
          needs: 'workers.read',
          scope: { id: 'worker' },
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
      ({ params, body, once }) => addTimeOff(deps, params.id, body, once),
      {
        ...adminEndpoint({
          operationId: 'createWorkerTimeOff',
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: 'Add time off',
          description: 'Visits during that time stay scheduled, and HQ gets a to-do about them.',
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
      },
    )
    .delete(
      '/api/admin/workers/:id/time-off/:timeOffId',
      ({ params }) => removeTimeOff(deps, params.id, params.timeOffId),
      {
        ...adminEndpoint({
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: 'Remove time off',
          answer: TimeOff,
          refusals: { 404: 'Time off not found' },
        }),
        params: TimeOffParams,
      },
    )

const TokenParams = IdParam.extend({ tokenId: requiredId(200) })
const unknownWorker = { 404: 'Worker not found' }

export const workerTokenRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/workers/:id/tokens',
      async ({ params, body, caller, set }) => {
        // The answer contains a secret, so no cache may store it.
        set.headers['Cache-Control'] = 'no-store'
        return giveToken(deps, params.id, body, actorOf(caller))
      },
      {
        // No Idempotency-Key here: storing the answer would store the token.
        ...adminEndpoint({
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: "Create a token for a worker's phone",
          description: 'It gives access to /api/work/* as this worker and to nothing else.',
          answer: GivenToken,
          status: 201,
          refusals: {
            ...unknownWorker,
            409: "The worker isn't active, or has no phone number or email address to send it to",
          },
        }),
        params: IdParam,
        body: TokenInput,
      },
    )
    .get(
      '/api/admin/workers/:id/tokens',
      async ({ params, query }) => answerList(query, 'worker-tokens', await listTokens(deps, params.id)),
      {
        ...adminEndpoint({
          needs: 'workers.read',
          scope: { id: 'worker' },
          summary: "List a worker's tokens, newest first",
          answer: pageOf(WorkerToken),
          refusals: unknownWorker,
        }),
        params: IdParam,
        query: TokenQuery,
      },
    )
    .delete(
      '/api/admin/workers/:id/tokens',
      async ({ params, caller }) => ({
        revoked: await revokeWorkerTokens(deps, params.id, null, actorOf(caller)),
      }),
      {
        ...adminEndpoint({
          operationId: 'revokeAllWorkerTokens',
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: 'Revoke all tokens of a worker',
          answer: Revoked,
          refusals: unknownWorker,
        }),
        params: IdParam,
      },
    )
    .delete(
      '/api/admin/workers/:id/tokens/:tokenId',
      async ({ params, caller }) => ({
        revoked: await revokeWorkerTokens(deps, params.id, params.tokenId, actorOf(caller)),
      }),
      {
        ...adminEndpoint({
          operationId: 'revokeWorkerToken',
          needs: 'workers.write',
          scope: { id: 'worker' },
          summary: 'Revoke a token',
          answer: Revoked,
          refusals: { 404: 'Worker or token not found' },
        }),
        params: TokenParams,
      },
    )
