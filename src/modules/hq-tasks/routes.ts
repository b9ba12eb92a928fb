import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Task, TaskInput, TaskQuery } from './model'
import { addTask, finishTask, listTasks, readTask, reopenTask } from './service'

const unknown = { 404: 'There is no such task' }

export const hqTaskRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/tasks', ({ query }) => answerList(query, 'tasks', listTasks(deps, query)), {
      ...adminEndpoint({
        summary: 'List what needs a person at headquarters, newest first',
        answer: pageOf(Task),
      }),
      query: TaskQuery,
    })
    .post(
      '/api/admin/tasks',
      async ({ body, once, set }) => {
        set.status = 201
        return ok(await addTask(deps, body, once))
      },
      {
        ...adminEndpoint({
          summary: 'Write a task',
          answer: Task,
          status: 201,
          idempotent: true,
          bodyExample: { title: 'Call the Denver franchise about the new rates' },
        }),
        body: TaskInput,
        idempotent: true,
      },
    )
    .get('/api/admin/tasks/:id', async ({ params }) => ok(await readTask(deps, params.id)), {
      ...adminEndpoint({ summary: 'Read a task', answer: Task, refusals: unknown }),
      params: IdParam,
    })
    .post(
      '/api/admin/tasks/:id/done',
      async ({ params, caller }) => ok(await finishTask(deps, params.id, actorOf(caller))),
      {
        ...adminEndpoint({ summary: 'Say that a task is done', answer: Task, refusals: unknown }),
        params: IdParam,
      },
    )
    .post('/api/admin/tasks/:id/reopen', async ({ params }) => ok(await reopenTask(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Open a task again',
        answer: Task,
        refusals: { ...unknown, 409: 'A newer task about the same is open already' },
      }),
      params: IdParam,
    })
