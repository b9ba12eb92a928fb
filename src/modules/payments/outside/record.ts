import { payments } from '../../../../db/schema'
import { newId, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { actorText, type Actor } from '../../../lib/actor'
import type { Once } from '../../../http/idempotency'
import { localDateAt } from '../../../lib/calendar'
import { conflict, invalid } from '../../../lib/errors'
import { balanceDue, hasFallenThrough } from '../../../lib/job-states'
import { centsFromUnits, formatUsd, type Cents } from '../../../lib/money'
import { findFranchise, shareAt } from '../../franchises'
import { invoicePaidJob, requireInvoice } from '../../invoices'
import { requireJob, type JobRow } from '../../jobs'
import { paymentReceived, postTransaction, shareKept, sharesOf, sharesOfPayment } from '../../ledger'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { planTransfer } from '../../payouts'
import { closeCheckoutSoon } from '../checkout/sessions'
import { queueReceipt, taxOfNext } from '../confirm'
import type { MoneyOfJob, PaymentInput } from '../model'
import { announcePayment } from '../outbound'
import { moneyOfJob } from '../refunds/preview'
import { findPaymentRow, showOnJob, type PaymentRow } from '../rows'
import { settleSoon } from '../settle'
import { methodText, tillFor } from './till'

export interface PaymentOrder extends PaymentInput {
  actor: Actor
  /** Derived from the request's Idempotency-Key, so a repeated request records one payment. */
  requestKey: string | null
  /** How the receipt goes out; left out, the office's settings decide. */
  receiptBy?: 'email' | 'sms'
}

/** An invoice's payment is a payment of its job. */
export async function payInvoice(deps: Deps, invoiceId: string, order: PaymentOrder, once: Once) {
  const invoice = await requireInvoice(deps.store.read, invoiceId)
  if (invoice.status === 'void') throw conflict('This invoice is void')
  if (invoice.kind === 'credit_note') throw conflict("A credit note doesn't need to be paid")
  return recordPayment(deps, invoice.jobId, order, once)
}

/** Records money that HQ or a franchise received without the processor. */
export const recordPayment = (
  deps: Deps,
  jobId: string,
  order: PaymentOrder,
  once: Once,
): Promise<MoneyOfJob> => record(deps, jobId, order, once, (tx) => moneyOfJob(tx, jobId))

/** The id under which a payment with a key is kept. */
export const idFor = (requestKey: string): string => `out_${requestKey}`

/** Records a payment once. `answerOf` makes the answer in the same unit. */
export async function record<Answer>(
  deps: Deps,
  jobId: string,
  order: PaymentOrder,
  once: Once,
  answerOf: (tx: Tx) => Promise<Answer>,
): Promise<Answer> {
  const answer = await deps.store.write(async (tx) => {
    await keep(tx, deps, await requireJob(tx, jobId), order)
    const money = await answerOf(tx)
    await once.settle(tx, money)
    return money
  })
  closeCheckoutSoon(deps, jobId)
  settleSoon(deps)
  wakeSender(deps)
  return answer
}

async function keep(tx: Tx, deps: Deps, job: JobRow, order: PaymentOrder): Promise<void> {
  const at = deps.clock.now()
  const id = idFor(order.requestKey ?? newId())
  if (await findPaymentRow(tx, id)) return
  const cents = centsFromUnits(order.amount) ?? 0
  assertDue(job, cents)
  const payment = await rowOf(tx, deps, job, { ...order, id, cents, at })
  await tx.insert(payments).values(payment)
  await book(tx, payment)
  await announcePayment(tx, at, 'succeeded', payment)
  const shown = await showOnJob(tx, job.id, { kind: 'payment-recorded', actor: order.actor, at })
  if (payment.receivedBy === 'hq') await planTransfer(tx, at, payment, { isWhole: true })
  if (order.sendReceipt) await queueReceipt(tx, deps, shown, payment, { by: order.receiptBy })
  await invoicePaidJob(tx, at, shown)
  await recordActivity(tx, at, {
    type: 'payment.recorded',
    actor: order.actor,
    summary: `Recorded a payment of ${formatUsd(cents)} ${methodText[order.method]}`,
    metadata: { jobId: job.id, paymentId: id },
  })
}

function assertDue(job: JobRow, cents: Cents): void {
  if (hasFallenThrough(job.status)) throw conflict('This job was canceled or missed, so nothing is due')
  if (job.totalCents === 0) throw conflict("This job doesn't have a price yet. Set one first.")
  const due = balanceDue(job)
  if (due === 0) throw conflict('This job is already paid')
  if (cents > due) throw conflict(`Only ${formatUsd(due)} is due. Record that amount or less.`)
}

interface Received extends PaymentOrder {
  id: string
  cents: Cents
  at: number
}

async function rowOf(tx: Tx, deps: Deps, job: JobRow, received: Received): Promise<PaymentRow> {
  const { id, cents, at, method, receivedBy, note = null, actor } = received
  const franchise = job.franchiseId === null ? undefined : await findFranchise(tx, job.franchiseId)
  if (receivedBy === 'franchise' && !franchise)
    throw conflict('This job has no franchise, so headquarters must have received the payment')
  const timeZone = franchise?.timeZone ?? deps.settings.business.timeZone
  const paidAt = momentOf(received.receivedOn, at, timeZone)
  const taxCents = await taxOfNext(tx, job, cents)
  const share = franchise ? await shareAt(tx, franchise.id, paidAt) : 0
  return {
    id,
    jobId: job.id,
    kind: 'payment',
    status: 'succeeded',
    pays: true,
    amountCents: cents,
    capturedCents: cents,
    refundedCents: 0,
    keptCents: 0,
    feeCents: 0,
    taxCents,
    franchiseId: franchise?.id ?? null,
    franchiseCents: sharesOf(cents, taxCents, share).franchiseCents,
    cardBrand: null,
    cardLast4: null,
    method,
    receivedBy,
    note,
    recordedBy: actorText(actor),
    undoneAt: null,
    undoneBy: null,
    undoneReason: null,
    disputed: false,
    paidAt,
    demo: job.demo,
    createdAt: at,
    updatedAt: at,
  }
}

/** Noon of an earlier day, so that it is the same date wherever someone reads it. */
function momentOf(receivedOn: string | undefined, now: number, timeZone: string): number {
  const today = localDateAt(now, timeZone)
  if (receivedOn === undefined || receivedOn === today) return now
  if (receivedOn > today) throw invalid('Validation failed', ['receivedOn: must not be in the future'])
  return Temporal.PlainDate.from(receivedOn).toZonedDateTime({ timeZone, plainTime: '12:00' })
    .epochMilliseconds
}

/** Booked on the day the money came in, in the account it is in. */
async function book(tx: Tx, payment: PaymentRow): Promise<void> {
  const { id, jobId, franchiseId, demo, paidAt, createdAt } = payment
  const about = { at: paidAt ?? createdAt, jobId, franchiseId, demo }
  const entries = paymentReceived(sharesOfPayment(payment), 0, tillFor(payment))
  await postTransaction(tx, { ...about, kind: 'payment', about: `payment:${id}`, entries })
  if (payment.receivedBy === 'franchise' && payment.franchiseCents > 0)
    await postTransaction(tx, {
      ...about,
      kind: 'share_kept',
      about: `payment:${id}:kept`,
      entries: shareKept(payment.franchiseCents),
    })
}
