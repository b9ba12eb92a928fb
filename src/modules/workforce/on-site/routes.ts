import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { endpoint } from '../../../http/endpoint'
import { IdParam } from '../../../http/fields'
import { requestKey } from '../../../http/idempotency'
import { nameModels } from '../../../http/openapi/names'
import { plumbing } from '../../../http/plumbing'
import { actorOf, type Caller } from '../../../http/request'
import { ExtrasPrice, MoneyDue, PaymentTaken } from '../../payments'
import { ExtrasApproval, ExtrasChoice, LinkSent, OnSiteMoney, PayLink, SendLink, TakenPayment } from './model'
import {
  approveExtras,
  payLink,
  previewExtras,
  readOnSite,
  sendPayLink,
  takePayment,
  type AtDoor,
} from './money'
import * as models from './model'

nameModels(models)

const workerRule = { as: 'worker', limit: 120 } as const
const refusals = {
  404: 'The worker has no such job',
  409: 'Nothing is due, or technicians take no payments; the error says which',
}

const doorOf = (params: { id: string }, caller: Caller): AtDoor => ({
  jobId: params.id,
  workerId: caller.subject,
  actor: actorOf(caller),
})

/** Money that changes hands at the door of a technician's own job. */
export const onSiteRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/work/jobs/:id/money', ({ params, caller }) => readOnSite(deps, doorOf(params, caller)), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'getOwnJobMoney',
        summary: "See what is due for one of the worker's own jobs, and how it can be paid",
        answer: OnSiteMoney,
        refusals,
      }),
      params: IdParam,
    })
    .post('/api/work/jobs/:id/pay-link', ({ params, caller }) => payLink(deps, doorOf(params, caller)), {
      ...endpoint(workerRule, {
        tag: 'Work',
        operationId: 'getOwnJobPayLink',
        summary: 'Get the link where the customer can pay by card, for a QR code',
        answer: PayLink,
        refusals,
      }),
      params: IdParam,
    })
    .post(
      '/api/work/jobs/:id/pay-link/send',
      ({ params, body, caller }) => sendPayLink(deps, doorOf(params, caller), body.by),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'sendOwnJobPayLink',
          summary: 'Send the customer the invoice with the link to pay it',
          answer: LinkSent,
          refusals: { ...refusals, 502: 'The provider of emails or texts failed' },
        }),
        params: IdParam,
        body: SendLink,
      },
    )
    .post(
      '/api/work/jobs/:id/payments',
      ({ params, body, caller, request, once }) =>
        takePayment(deps, doorOf(params, caller), body, {
          requestKey: requestKey(deps, caller, request),
          once,
        }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'takeOwnJobPayment',
          summary: 'Record cash or a check that the customer gave the technician',
          description:
            'The technician has the money, so a payment that can’t be recorded is noted: the office gets a to-do.',
          answer: PaymentTaken,
          status: 201,
          // A phone without a connection repeats requests whose answer it never got.
          idempotent: true,
          refusals: { 404: 'The job neither is nor was the worker’s' },
          bodyExample: { amount: 189, method: 'cash', receipt: 'sms' },
        }),
        params: IdParam,
        body: TakenPayment,
      },
    )
    .post(
      '/api/work/jobs/:id/extras/price',
      ({ params, body, caller }) => previewExtras(deps, doorOf(params, caller), body.labels),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'priceOwnJobExtras',
          summary: 'Price extras by the same rules as a booking, without adding them',
          answer: ExtrasPrice,
          refusals: { ...refusals, 409: 'The job is paid, or the extras have changed; the error says which' },
        }),
        params: IdParam,
        body: ExtrasChoice,
      },
    )
    .post(
      '/api/work/jobs/:id/extras',
      ({ params, body, caller, request, once }) =>
        approveExtras(deps, doorOf(params, caller), body, {
          requestKey: requestKey(deps, caller, request),
          once,
        }),
      {
        ...endpoint(workerRule, {
          tag: 'Work',
          operationId: 'addOwnJobExtras',
          summary: 'Add extras that the customer approved on the screen',
          answer: MoneyDue,
          idempotent: true,
          refusals: {
            ...refusals,
            409: 'The job is paid, or the price is another one; the error says which',
          },
          bodyExample: { labels: ['Downspout flush'], total: 214.5, approvedName: 'Jordan Rivera' },
        }),
        params: IdParam,
        body: ExtrasApproval,
      },
    )
