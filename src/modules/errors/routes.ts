import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { ErrorInput, ErrorList, ErrorStored } from './model'
import { listErrors, storeError } from './service'

const rule = { as: 'hq', limit: 30 } as const

export const errorRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post('/api/dev/errors', async ({ body, once }) => ok(await storeError(deps, body, once)), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'Report an error of a browser or tool',
        answer: ErrorStored,
        idempotent: true,
        bodyExample: {
          message: "Cannot read properties of undefined (reading 'price')",
          stack: 'TypeError: Cannot read properties of undefined\n    at total (book.js:41:17)',
          page: '/book',
        },
      }),
      body: ErrorInput,
      idempotent: true,
    })
    .get('/api/dev/errors', async () => ok(await listErrors(deps)), {
      ...endpoint(rule, {
        tag: 'Operations',
        summary: 'List reported errors, one by one and by fault',
        answer: ErrorList,
      }),
    })
