import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { allows } from '../../http/hq-caller'
import { plumbing } from '../../http/plumbing'
import { actorOf, type Caller } from '../../http/request'
import { latestActivity, storeActivity } from './activity'
import { listAudit, listAuditors } from './audit'
import {
  ActivityInput,
  ActivityList,
  ActivityStored,
  AuditEntry,
  Auditors,
  AuditQuery,
  Todo,
  TodoInput,
  TodoQuery,
} from './model'
import { addTodo, finishTodo, listTodos, readTodo, reopenTodo, type TodoReach } from './todos'
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

export const auditRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/activity', ({ query }) => answerList(query, 'activity', listAudit(deps, query)), {
      ...adminEndpoint({
        needs: 'audit.read',
        operationId: 'listChanges',
        summary: "List HQ's changes, newest first",
        description:
          'Who changed what, when and from where. Changes stay for two years, without any personal data of customers.',
        answer: pageOf(AuditEntry),
      }),
      query: AuditQuery,
    })
    .get('/api/admin/activity/people', () => listAuditors(deps), {
      ...adminEndpoint({
        needs: 'audit.read',
        operationId: 'listPeopleWithChanges',
        summary: 'List everyone at HQ who changed something',
        answer: Auditors,
      }),
    })

const unknown = { 404: 'To-do not found' }
const reachOf = (caller: Caller): TodoReach => ({ money: allows(caller, 'money.read') })

export const todoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/tasks',
      ({ query, caller }) => answerList(query, 'tasks', listTodos(deps, query, reachOf(caller))),
      {
        ...adminEndpoint({
          needs: 'todos.read',
          scope: { franchiseId: 'query' },
          operationId: 'listTodos',
          summary: 'List to-dos, newest first; completed ones by when they were done',
          answer: pageOf(Todo),
        }),
        query: TodoQuery,
      },
    )
    .post('/api/admin/tasks', ({ body, caller, once }) => addTodo(deps, body, actorOf(caller), once), {
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
    .get('/api/admin/tasks/:id', ({ params, caller }) => readTodo(deps, params.id, reachOf(caller)), {
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
    .post(
      '/api/admin/tasks/:id/done',
      async ({ params, caller }) => {
        const { id } = await readTodo(deps, params.id, reachOf(caller))
        return finishTodo(deps, id, actorOf(caller))
      },
      {
        ...adminEndpoint({
          operationId: 'finishTodo',
          needs: 'todos.write',
          scope: { id: 'todo' },
          summary: 'Mark a to-do as done',
          answer: Todo,
          refusals: unknown,
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/tasks/:id/reopen',
      async ({ params, caller }) => {
        const { id } = await readTodo(deps, params.id, reachOf(caller))
        return reopenTodo(deps, id, actorOf(caller))
      },
      {
        ...adminEndpoint({
          operationId: 'reopenTodo',
          needs: 'todos.write',
          scope: { id: 'todo' },
          summary: 'Reopen a to-do',
          answer: Todo,
          refusals: { ...unknown, 409: 'A newer to-do about the same thing is already open' },
        }),
        params: IdParam,
      },
    )
