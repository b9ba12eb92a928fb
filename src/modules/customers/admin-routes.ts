import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { changeCustomer, listCustomers, presentCustomer } from './admin'
import { eraseCustomer } from './erase'
import { requireCustomer } from './find'
import { mergeCustomers } from './merge'
import { Customer, CustomerChange, CustomerQuery, MergeInput } from './model'

const unknown = { 404: 'There is no such customer' }

export const customerAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/customers', ({ query }) => answerList(query, 'customers', listCustomers(deps, query)), {
      ...adminEndpoint({ summary: 'List and search customers', answer: pageOf(Customer) }),
      query: CustomerQuery,
    })
    .get(
      '/api/admin/customers/:id',
      async ({ params }) => ok(presentCustomer(await requireCustomer(deps.store.read, params.id))),
      {
        ...adminEndpoint({ summary: 'Read a customer', answer: Customer, refusals: unknown }),
        params: IdParam,
      },
    )
    .patch(
      '/api/admin/customers/:id',
      async ({ params, body }) => ok(await changeCustomer(deps, params.id, body)),
      {
        ...adminEndpoint({
          summary: 'Change a customer, or record an opt-out',
          answer: Customer,
          refusals: { ...unknown, 409: 'Another customer has this e-mail or phone' },
        }),
        params: IdParam,
        body: CustomerChange,
      },
    )
    .post(
      '/api/admin/customers/:id/merge',
      async ({ params, body, caller }) =>
        ok(await mergeCustomers(deps, params.id, body.into, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Merge a customer into another',
          answer: Customer,
          refusals: { ...unknown, 409: 'One of the two was merged or erased already' },
        }),
        params: IdParam,
        body: MergeInput,
      },
    )
    .post(
      '/api/admin/customers/:id/erase',
      async ({ params, caller }) => ok(await eraseCustomer(deps, params.id, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Erase a customer and keep the money records',
          answer: Customer,
          refusals: { ...unknown, 409: 'The customer has open jobs' },
        }),
        params: IdParam,
      },
    )
