import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { Customer, CustomerChange, CustomerQuery } from './model'
import { presentCustomer, requireCustomer } from './records'
import { changeCustomer, listCustomers } from './service'

const unknown = { 404: 'Customer not found' }

export const customerRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/customers', ({ query }) => answerList(query, 'customers', listCustomers(deps, query)), {
      ...adminEndpoint({ summary: 'List and search customers', answer: pageOf(Customer) }),
      query: CustomerQuery,
    })
    .get(
      '/api/admin/customers/:id',
      async ({ params }) => presentCustomer(await requireCustomer(deps.store.read, params.id)),
      {
        ...adminEndpoint({ summary: 'Get a customer', answer: Customer, refusals: unknown }),
        params: IdParam,
      },
    )
    .patch('/api/admin/customers/:id', ({ params, body }) => changeCustomer(deps, params.id, body), {
      ...adminEndpoint({
        summary: 'Update a customer, or record an opt-out',
        answer: Customer,
        refusals: { ...unknown, 409: 'Another customer has this email or phone number' },
      }),
      params: IdParam,
      body: CustomerChange,
    })
