import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
import { IdParam } from '../../http/fields'
import { clientOf, plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { preferredLanguage } from '../../words/language'
import { Customer, NamedEmails } from '../customers'
import { MoveTimes } from '../scheduling'
import { exportCustomer, readAccount, storeLanguage } from './account'
import { eraseCustomer } from './erase'
import { mergeCustomers } from './merge'
import {
  Account,
  AccountQuery,
  CustomerExport,
  LanguageInput,
  MergeInput,
  Moved,
  MoveTimesQuery,
  MoveToInput,
  StoredLanguage,
  VerifyAnswer,
  VerifyInput,
} from './model'
import { moveOwnBooking, readOwnTimes } from './own-job'
import { checkCode, sendCode } from './verify'
import * as models from './model'

nameModels(models)

export const verifyRoutes = (deps: Deps) =>
  new Elysia().use(plumbing(deps)).post(
    '/api/customer/verify',
    async ({ body, request, info }) => {
      const client = clientOf(deps, { request, info })
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
    .get(
      '/api/account/jobs/:id/times',
      ({ caller, params, query }) => readOwnTimes(deps, caller.subject, params.id, query),
      {
        ...endpoint(
          // As often as anyone can ask for available times.
          { as: 'proof', limit: 30 },
          {
            tag: 'Customers',
            operationId: 'listMoveTimes',
            summary: 'List the arrival windows a booking can move to',
            description: 'A week at a time, by the same rules as `GET /api/availability`.',
            answer: MoveTimes,
            refusals: {
              403: 'The proof is for a different email address',
              404: 'Booking not found',
              409: 'The customer has to call to change the time',
              502: 'The geocoder failed',
              503: 'Too many requests at once; `Retry-After` says when to try again',
              504: 'The geocoder took too long',
            },
          },
        ),
        params: IdParam,
        query: MoveTimesQuery,
      },
    )
    .post(
      '/api/account/jobs/:id/move',
      ({ caller, params, body, query }) => moveOwnBooking(deps, caller.subject, params.id, body, query),
      {
        ...endpoint(
          { as: 'proof', limit: 10 },
          {
            tag: 'Customers',
            operationId: 'moveBooking',
            summary: 'Choose another arrival window for a booking',
            description: 'Price and payments stay as they are.',
            answer: Moved,
            refusals: {
              403: 'The proof is for a different email address',
              404: 'Booking not found',
              409: 'The window is no longer available, or it is too late to change the time online',
              502: 'The geocoder failed',
              503: 'Too many requests at once; `Retry-After` says when to try again',
              504: 'The geocoder took too long',
            },
            bodyExample: { date: '2026-03-10', window: '12:00-14:00' },
          },
        ),
        params: IdParam,
        query: NamedEmails,
        body: MoveToInput,
      },
    )
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
