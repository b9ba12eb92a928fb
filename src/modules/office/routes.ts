import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { latestActivity, storeActivity } from './activity'
import {
  ActivityInput,
  ActivityList,
  ActivityStored,
  HqToken,
  SignedIn,
  SignInInput,
  Todo,
  TodoInput,
  TodoQuery,
  TokenQuery,
  TokenText,
} from './model'
import { addTodo, finishTodo, listTodos, readTodo, reopenTodo } from './todos'
import { listHqTokens, revokeHqToken, signIn } from './tokens'

const rule = { as: 'hq', limit: 30 } as const

export const activityRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/activity', ({ body, once }) => storeActivity(deps, body, once), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'Note that something happened',
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
        summary: 'The last 50 things that happened',
        answer: ActivityList,
      }),
    })

const unknown = { 404: 'There is no such task' }

export const todoRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/tasks', ({ query }) => answerList(query, 'tasks', listTodos(deps, query)), {
      ...adminEndpoint({
        summary: 'List what needs a person at headquarters, newest first',
        answer: pageOf(Todo),
      }),
      query: TodoQuery,
    })
    .post('/api/admin/tasks', ({ body, once }) => addTodo(deps, body, once), {
      ...adminEndpoint({
        summary: 'Write a task',
        answer: Todo,
        status: 201,
        idempotent: true,
        bodyExample: { title: 'Call the Denver franchise about the new rates' },
      }),
      body: TodoInput,
    })
    .get('/api/admin/tasks/:id', ({ params }) => readTodo(deps, params.id), {
      ...adminEndpoint({ summary: 'Read a task', answer: Todo, refusals: unknown }),
      params: IdParam,
    })
    .post('/api/admin/tasks/:id/done', ({ params, caller }) => finishTodo(deps, params.id, actorOf(caller)), {
      ...adminEndpoint({ summary: 'Say that a task is done', answer: Todo, refusals: unknown }),
      params: IdParam,
    })
    .post('/api/admin/tasks/:id/reopen', ({ params }) => reopenTodo(deps, params.id), {
      ...adminEndpoint({
        summary: 'Open a task again',
        answer: Todo,
        refusals: { ...unknown, 409: 'A newer task about the same is open already' },
      }),
      params: IdParam,
    })

const unknownToken = { 404: 'There is no such token' }

export const signInRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    // Takes no Idempotency-Key: keeping the answer would keep the token.
    .post('/api/sign-in', ({ body }) => signIn(deps, body.code), {
      ...endpoint(
        { as: 'public', limit: 10 },
        {
          tag: 'Public',
          summary: 'Turn the code of a sign-in link into its token, once',
          answer: SignedIn,
          bodyExample: { code: 'hU3wZ1kq9yQ0oT5m2nVb7xRcL8sDfJ4e' },
          refusals: { 401: 'The code was used already, has expired or is not one of ours' },
        },
      ),
      body: SignInInput,
    })
    .get('/api/admin/tokens', ({ query }) => answerList(query, 'tokens', listHqTokens(deps)), {
      ...adminEndpoint({
        summary: 'List the HQ tokens that were made here or revoked, newest first',
        answer: pageOf(HqToken),
      }),
      query: TokenQuery,
    })
    .delete(
      '/api/admin/tokens/:id',
      ({ params, caller }) => revokeHqToken(deps, { id: params.id }, actorOf(caller)),
      {
        ...adminEndpoint({ summary: 'Revoke an HQ token', answer: HqToken, refusals: unknownToken }),
        params: IdParam,
      },
    )
    .post('/api/admin/tokens/revoke', ({ body, caller }) => revokeHqToken(deps, body, actorOf(caller)), {
      ...adminEndpoint({
        summary: 'Revoke an HQ token by its text, wherever it was made',
        answer: HqToken,
        bodyExample: { token: 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJkYW5hIn0.c2lnbmF0dXJl' },
        refusals: unknownToken,
      }),
      body: TokenText,
    })
