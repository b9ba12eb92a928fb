import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { adminEndpoint, endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { plumbing } from '../../http/plumbing'
import { readAccount } from './account'
import { exportCustomer } from './export'
import { Account, AccountQuery, CustomerExport } from './model'

/** Everything about one person in one answer: for herself, and for HQ when she asks for it. */
export const accountRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/account', async ({ caller, query }) => ok(await readAccount(deps, caller.subject, query)), {
      ...endpoint(
        { as: 'proof', limit: 120 },
        {
          tag: 'Customers',
          summary: "The customer's jobs, invoices and plans",
          answer: Account,
          refusals: { 403: 'The proof is for another e-mail address' },
        },
      ),
      query: AccountQuery,
    })
    .get('/api/admin/customers/:id/export', async ({ params }) => ok(await exportCustomer(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Everything kept about a customer',
        answer: CustomerExport,
        refusals: { 404: 'There is no such customer' },
      }),
      params: IdParam,
    })
