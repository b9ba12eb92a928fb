import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf, scopeOf } from '../../http/request'
import { findAlikes } from './alike'
import { endLinks } from './links'
import { listCustomers } from './list'
import {
  AlikeQuery,
  Alikes,
  Customer,
  CustomerChange,
  CustomerDetail,
  CustomerQuery,
  RetryAddress,
} from './model'
import { readCustomer, retryAddress } from './reachability'
import { indexNewCustomers } from './search'
import { changeCustomer } from './service'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'Customer not found' }

export const customerRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/customers', ({ query }) => answerList(query, 'customers', listCustomers(deps, query)), {
      ...adminEndpoint({
        needs: 'customers.read',
        scope: { franchiseId: 'query' },
        summary: 'List and search customers',
        answer: pageOf(Customer),
      }),
      query: CustomerQuery,
    })
    .get(
      '/api/admin/customers/alike',
      async ({ query }) => {
        await indexNewCustomers(deps)
        return findAlikes(deps.store.read, query)
      },
      {
        ...adminEndpoint({
          operationId: 'listAlikeCustomers',
          needs: 'customers.read',
          scope: { franchiseId: 'query' },
          summary: 'List customers who may be the person being booked for',
          answer: Alikes,
        }),
        query: AlikeQuery,
      },
    )
    .get('/api/admin/customers/:id', ({ params }) => readCustomer(deps.store.read, params.id), {
      ...adminEndpoint({
        needs: 'customers.read',
        scope: { id: 'customer' },
        summary: 'Get a customer',
        answer: CustomerDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .patch(
      '/api/admin/customers/:id',
      ({ params, body, caller }) => changeCustomer(deps, params.id, body, actorOf(caller), scopeOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.write',
          scope: { id: 'customer' },
          summary: 'Update a customer, or record an opt-out',
          answer: Customer,
          refusals: { ...unknown, 409: 'Another customer has this email or phone number' },
        }),
        params: IdParam,
        body: CustomerChange,
      },
    )
    .post(
      '/api/admin/customers/:id/end-links',
      ({ params, caller }) => endLinks(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'endCustomerLinks',
          needs: 'customers.write',
          scope: { id: 'customer' },
          summary: 'End the links in all messages sent to a customer so far',
          description: 'New messages have new links. Unsubscribe links keep working.',
          answer: Customer,
          refusals: { ...unknown, 409: 'The customer was merged or erased' },
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/customers/:id/retry-address',
      ({ params, body, caller }) => retryAddress(deps, params.id, body.channel, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.write',
          scope: { id: 'customer' },
          summary: "Send to a customer's address again after it bounced",
          answer: CustomerDetail,
          refusals: { 404: 'Customer not found, or they have no such address' },
        }),
        params: IdParam,
        body: RetryAddress,
      },
    )
