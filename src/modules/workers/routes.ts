import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Worker, WorkerChange, WorkerInput, WorkerQuery, WorkerWithHours } from './model'
import { addWorker, changeWorker, listWorkers, readWorker } from './service'

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
      ...adminEndpoint({ summary: 'List workers, newest first', answer: pageOf(Worker) }),
      query: WorkerQuery,
    })
    .post(
      '/api/admin/workers',
      async ({ body, caller, once, set }) => {
        set.status = 201
        return ok(await addWorker(deps, body, actorOf(caller), once))
      },
      {
        ...adminEndpoint({
          summary: 'Add a worker',
          answer: Worker,
          status: 201,
          idempotent: true,
          refusals: { 404: 'There is no such franchise' },
          bodyExample,
        }),
        body: WorkerInput,
        idempotent: true,
      },
    )
    .get('/api/admin/workers/:id', async ({ params }) => ok(await readWorker(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Read a worker with working hours and coming time off',
        answer: WorkerWithHours,
        refusals: { 404: 'There is no such worker' },
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/workers/:id',
      async ({ params, body, caller }) => ok(await changeWorker(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Change a worker',
          description: 'A worker who is made inactive loses every token at once.',
          answer: Worker,
          refusals: { 404: 'There is no such worker or franchise' },
          bodyExample: { skills: ['gutters'], active: true },
        }),
        params: IdParam,
        body: WorkerChange,
      },
    )
