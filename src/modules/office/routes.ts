import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { latestActivity, storeActivity } from './activity'
import { ActivityInput, ActivityList, ActivityStored, Todo, TodoInput, TodoQuery } from './model'
import { addTodo, finishTodo, listTodos, readTodo, reopenTodo } from './todos'
import * as models from './model'

nameModels(models)

const rule = { as: 'hq', limit: 30, needs: 'administrator' } as const

export const activityRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/activity', ({ body, once }) => storeActivity(deps, body, once), {
      ...endpoint(rule, {
        tag: 'Operations',
        operationId: 'recordActivity',
        summary: 'Record an activity',
        answer: ActivityStored,
        idempotent: true,
        bodyExample: {
          type: 'deploy',
          actor: 'ci',
          summary: 'Version 1.4.2 went live',
          metadata: { commit: '4f2a9c1' },
        },
      }),
      body: ActivityInput,
    })
    .get('/api/dev/activity', async () => ({ events: await latestActivity(deps), stored: true }), {
      ...endpoint(rule, {
        tag: 'Operations',
        operationId: 'listActivity',
        summary: 'List the last 50 activities',
        answer: ActivityList,
      }),
    })

const unknown = { 404: 'To-do not found' }

export const todoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/tasks', ({ query }) => answerList(query, 'tasks', listTodos(deps, query)), {
      ...adminEndpoint({
        needs: 'todos.read',
        scope: { franchiseId: 'query' },
        operationId: 'listTodos',
        summary: 'List to-dos, newest first',
        answer: pageOf(Todo),
      }),
      query: TodoQuery,
    })
    .post('/api/admin/tasks', ({ body, once }) => addTodo(deps, body, once), {
      ...adminEndpoint({
        operationId: 'createTodo',
        needs: 'todos.write',
        scope: { franchiseId: 'body' },
        summary: 'Add a to-do',
        answer: Todo,
        status: 201,
        idempotent: true,
        bodyExample: { title: 'Call the Denver franchise about the new rates' },
      }),
      body: TodoInput,
    })
    .get('/api/admin/tasks/:id', ({ params }) => readTodo(deps, params.id), {
      ...adminEndpoint({
        needs: 'todos.read',
        scope: { id: 'todo' },
        operationId: 'getTodo',
        summary: 'Get a to-do',
        answer: Todo,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post('/api/admin/tasks/:id/done', ({ params, caller }) => finishTodo(deps, params.id, actorOf(caller)), {
      ...adminEndpoint({
        operationId: 'finishTodo',
        needs: 'todos.write',
        scope: { id: 'todo' },
        summary: 'Mark a to-do as done',
        answer: Todo,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post('/api/admin/tasks/:id/reopen', ({ params }) => reopenTodo(deps, params.id), {
      ...adminEndpoint({
        operationId: 'reopenTodo',
        needs: 'todos.write',
        scope: { id: 'todo' },
        summary: 'Reopen a to-do',
        answer: Todo,
        refusals: { ...unknown, 409: 'A newer to-do about the same thing is already open' },
      }),
      params: IdParam,
    })
