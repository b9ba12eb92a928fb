import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { clientOf, plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { preferredLanguage } from '../../words/language'
import { Customer, NamedEmails } from '../customers'
import { exportCustomer, readAccount, storeLanguage } from './account'
import { eraseCustomer } from './erase'
import { mergeCustomers } from './merge'
import {
  Account,
  AccountQuery,
  CustomerExport,
  LanguageInput,
  MergeInput,
  StoredLanguage,
  VerifyAnswer,
  VerifyInput,
} from './model'
import { checkCode, sendCode } from './verify'
import * as models from './model'

nameModels(models)

export const verifyRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/customer/verify',
    async ({ body, request, server }) => {
      const client = clientOf(deps, { request, server })
      if (body.code !== undefined)
        return { verified: true, proof: await checkCode(deps, body.email, body.code, client) }
      const asked = request.headers.get('accept-language')
      await sendCode(deps, body.email, client, asked === null ? null : preferredLanguage(asked))
      return { sent: true }
    },
    {
      ...endpoint(
        { as: 'public', limit: 5 },
        {
          tag: 'Customers',
          operationId: 'verifyEmail',
          summary: 'Send a code to an email address, or exchange the code for a proof',
          description:
            'The answer is also 429 when the address has received its maximum number of codes for the day, whether or not it belongs to a customer.',
          answer: VerifyAnswer,
          idempotent: { unless: 'code' },
          refusals: { 502: "The email provider didn't accept the message" },
          bodyExample: { email: 'jordan@example.com' },
        },
      ),
      body: VerifyInput,
    },
  )

/** Everything about one person in one answer, for the customer and for HQ. */
export const accountRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/account', ({ caller, query }) => readAccount(deps, caller.subject, query), {
      ...endpoint(
        { as: 'proof', limit: 120 },
        {
          tag: 'Customers',
          summary: "Get the customer's jobs, invoices and plans",
          answer: Account,
          refusals: { 403: 'The proof is for a different email address' },
        },
      ),
      query: AccountQuery,
    })
    .post(
      '/api/account/language',
      ({ caller, body, query }) => storeLanguage(deps, caller.subject, body, query),
      {
        ...endpoint(
          { as: 'proof', limit: 120 },
          {
            tag: 'Customers',
            operationId: 'setLanguage',
            summary: 'Choose the language of your pages, emails and texts',
            answer: StoredLanguage,
            refusals: {
              403: 'The proof is for another email address',
              409: 'The customer was erased',
            },
            bodyExample: { language: 'es' },
          },
        ),
        query: NamedEmails,
        body: LanguageInput,
      },
    )
    .get(
      '/api/admin/customers/:id/export',
      ({ params, caller }) => exportCustomer(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          operationId: 'exportCustomer',
          needs: 'customers.read',
          summary: 'Export everything stored about a customer',
          answer: CustomerExport,
          refusals: { 404: 'Customer not found' },
        }),
        params: IdParam,
      },
    )

const unknown = { 404: 'Customer not found' }

export const customerAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/admin/customers/:id/merge',
      ({ params, body, caller }) => mergeCustomers(deps, params.id, body.into, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.write',
          summary: 'Merge two customers',
          answer: Customer,
          refusals: { ...unknown, 409: 'One of these customers was already merged or erased' },
        }),
        params: IdParam,
        body: MergeInput,
      },
    )
    .post(
      '/api/admin/customers/:id/erase',
      ({ params, caller }) => eraseCustomer(deps, params.id, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'customers.erase',
          summary: 'Erase a customer, keeping the money records',
          answer: Customer,
          refusals: { ...unknown, 409: 'The customer has open jobs' },
        }),
        params: IdParam,
      },
    )
