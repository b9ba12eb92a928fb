import { Elysia } from 'elysia'
import type { Deps } from '../../../deps'
import { adminEndpoint } from '../../../http/endpoint'
import { IdParam } from '../../../http/fields'
import { answerList, pageOf } from '../../../http/listing'
import { requestKey } from '../../../http/idempotency'
import { plumbing } from '../../../http/plumbing'
import { actorOf, type Caller } from '../../../http/request'
import { listPayments } from '../list'
import {
  MoneyOfJob,
  PaymentInput,
  PaymentQuery,
  PaymentRecord,
  PaymentUndoInput,
  RefundGivenInput,
} from '../model'
import { recordGiven } from '../refunds/given'
import { payInvoice, recordPayment } from './record'
import { undoPayment } from './undo'

const recording = {
  needs: 'money.write',
  answer: MoneyOfJob,
  status: 201,
  idempotent: true,
  refusals: {
    404: 'Not found',
    409: 'Nothing is due, or less than the amount; the error says which',
  },
  bodyExample: { amount: 40, method: 'check', note: 'Check 1042' },
} as const

const orderOf = (deps: Deps, body: PaymentInput, caller: Caller, request: Request) => ({
  ...body,
  actor: actorOf(caller),
  requestKey: requestKey(deps, caller, request),
})

/** Money that didn't come through the processor. */
export const outsideRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/payments', ({ query }) => answerList(query, 'payments', listPayments(deps, query)), {
      ...adminEndpoint({
        needs: 'money.read',
        scope: { franchiseId: 'query' },
        summary: 'List payments by card and other ways, newest first',
        answer: pageOf(PaymentRecord),
      }),
      query: PaymentQuery,
    })
    .post(
      '/api/admin/jobs/:id/payments',
      ({ params, body, caller, request, once }) =>
        recordPayment(deps, params.id, orderOf(deps, body, caller, request), once),
      {
        ...adminEndpoint({
          ...recording,
          scope: { id: 'job' },
          operationId: 'recordJobPayment',
          summary: 'Record a payment of a job by cash, check, bank transfer or another way',
        }),
        params: IdParam,
        body: PaymentInput,
      },
    )
    .post(
      '/api/admin/invoices/:id/payments',
      ({ params, body, caller, request, once }) =>
        payInvoice(deps, params.id, orderOf(deps, body, caller, request), once),
      {
        ...adminEndpoint({
          ...recording,
          scope: { id: 'invoice' },
          operationId: 'recordInvoicePayment',
          summary: 'Record a payment of an invoice by cash, check, bank transfer or another way',
        }),
        params: IdParam,
        body: PaymentInput,
      },
    )
    .post(
      '/api/admin/payments/:id/undo',
      ({ params, body, caller, once }) =>
        undoPayment(deps, params.id, { ...body, actor: actorOf(caller) }, once),
      {
        ...adminEndpoint({
          needs: 'money.write',
          scope: { id: 'payment' },
          operationId: 'undoPayment',
          summary: 'Undo a payment that was recorded by mistake, or a check that bounced',
          description: 'Books the reverse in the ledger, and the amount is due again.',
          answer: MoneyOfJob,
          idempotent: true,
          refusals: {
            404: 'Payment not found',
            409: 'It is a card payment, or part of it was given back; the error says which',
          },
          bodyExample: { reason: 'The check bounced' },
        }),
        params: IdParam,
        body: PaymentUndoInput,
      },
    )
    .post(
      '/api/admin/refunds/:id/given',
      ({ params, body, caller, once }) =>
        recordGiven(deps, params.id, { ...body, actor: actorOf(caller) }, once),
      {
        ...adminEndpoint({
          needs: 'money.write',
          scope: { id: 'refund' },
          operationId: 'recordRefundGiven',
          summary: 'Record that you gave a customer their money back',
          answer: MoneyOfJob,
          idempotent: true,
          refusals: { 404: 'Refund not found', 409: 'The payment processor pays this refund' },
          bodyExample: { method: 'cash' },
        }),
        params: IdParam,
        body: RefundGivenInput,
      },
    )
