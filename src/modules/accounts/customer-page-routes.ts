import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { allows } from '../../http/hq-caller'
import { answerList, pageOf } from '../../http/listing'
import { nameModels } from '../../http/openapi/names'
import { plumbing } from '../../http/plumbing'
import { requireCustomer } from '../customers'
import { Job } from '../jobs'
import { listMoney } from './customer-money'
import { listVisits, summarizeCustomer } from './customer-page'
import { CustomerSummary, MoneyItem, MoneyQuery, SummaryQuery, VisitQuery } from './customer-page-model'
import * as models from './customer-page-model'

nameModels(models)

const scope = { id: 'customer', franchiseId: 'query' } as const
const refusals = { 404: 'Customer not found' }

/** The parts of a customer's page in the console that span several modules. */
export const customerPageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/customers/:id/summary',
      ({ params, query, caller }) =>
        summarizeCustomer(deps, params.id, {
          franchiseId: query.franchiseId ?? null,
          money: allows(caller, 'money.read'),
          codes: allows(caller, 'customers.write'),
        }),
      {
        ...adminEndpoint({
          needs: 'customers.read',
          scope,
          operationId: 'summarizeCustomer',
          summary: 'Get a customer with their tags, addresses, balance and visits',
          answer: CustomerSummary,
          refusals,
        }),
        params: IdParam,
        query: SummaryQuery,
      },
    )
    .get(
      '/api/admin/customers/:id/visits',
      async ({ params, query }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        return answerList(query, 'visits', listVisits(deps, id, query))
      },
      {
        ...adminEndpoint({
          needs: 'jobs.read',
          scope,
          operationId: 'listCustomerVisits',
          summary: "List a customer's open or ended jobs",
          answer: pageOf(Job),
          refusals,
        }),
        params: IdParam,
        query: VisitQuery,
      },
    )
    .get(
      '/api/admin/customers/:id/money',
      async ({ params, query }) => {
        const { id } = await requireCustomer(deps.store.read, params.id)
        return answerList(query, 'money', listMoney(deps, id, query))
      },
      {
        ...adminEndpoint({
          needs: 'money.read',
          scope,
          operationId: 'listCustomerMoney',
          summary: "List a customer's invoices, payments and refunds, newest first",
          answer: pageOf(MoneyItem),
          refusals,
        }),
        params: IdParam,
        query: MoneyQuery,
      },
    )
