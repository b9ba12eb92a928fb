import { and, eq, sql } from 'drizzle-orm'
import { cancellations, payments, refunds } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { must } from '../../../lib/errors'
import { formatUsd } from '../../../lib/money'
import { PaymentRefused } from '../../../providers/payments/refused'
import type { Refund } from '../../../providers/payments/types'
import { creditNoteForRefund } from '../../invoices'
import { requireJob, refundedMessages } from '../../jobs'
import {
  postTransaction,
  refunded,
  refundOwed,
  refundPaid,
  refundShares,
  shareKept,
  undone,
  sharesOfPayment,
} from '../../ledger'
import { queueMessage, usualWay } from '../../messages'
import { raiseTodo } from '../../office'
import { takeBack } from '../../payouts'
import { announceRefund } from '../outbound'
import { tillFor } from '../outside/till'
import { recordRefundFailed } from './failed'
import {
  findPaymentRow,
  showOnJob,
  decidedCents,
  refundsOfPayment,
  refundMade,
  type PaymentRow,
  type RefundRow,
} from '../rows'

/** Books the refund once, whether we learn of it from the call's answer or from an event. */
export async function recordRefundPaid(
  tx: Tx,
  now: number,
  refundId: string,
  made: Pick<Refund, 'id' | 'status'>,
  settings: Deps['settings'],
): Promise<void> {
  const [row] = await tx
    .update(refunds)
    .set({ state: 'done', processorId: made.id, pending: isPending(made), doneAt: now, updatedAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'intended')))
    .returning()
  if (!row) return notePaidOut(tx, now, refundId, made)
  const payment = await paidBack(tx, now, row)
  await postTransaction(tx, {
    kind: 'refund_paid',
    about: `refund:${row.id}:paid`,
    at: now,
    entries: refundPaid(row.cents, tillFor(payment, row.method)),
    ...bookedFor(payment),
  })
  await giveUpShare(tx, now, payment, row)
  if (row.cause === 'late' && !row.tellCustomer) await tellLate(tx, now, row)
  if (row.tellCustomer)
    for (const message of refundedMessages(settings, await requireJob(tx, row.jobId), {
      ...row,
      byHand: row.method !== null,
    }))
      await queueMessage(tx, now, message)
}

/** A franchise that collected the payment kept its share, and gives back its part of the refund. */
async function giveUpShare(tx: Tx, at: number, payment: PaymentRow, { id, cents }: RefundRow): Promise<void> {
  if (payment.receivedBy !== 'franchise') return
  const { franchiseCents } = refundShares(sharesOfPayment(payment), payment.refundedCents, cents)
  if (franchiseCents === 0) return
  await postTransaction(tx, {
    kind: 'share_kept',
    about: `refund:${id}:kept`,
    at,
    entries: undone(shareKept(franchiseCents)),
    ...bookedFor(payment),
  })
}

const isPending = ({ status }: Pick<Refund, 'status'>): boolean => status === 'pending'

/** A refund that was on its way has arrived. Nothing else changes, because it counted from the start. */
async function notePaidOut(
  tx: Tx,
  now: number,
  refundId: string,
  made: Pick<Refund, 'status'>,
): Promise<void> {
  if (isPending(made)) return
  await tx
    .update(refunds)
    .set({ pending: false, updatedAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'done'), eq(refunds.pending, true)))
}

/** A refund made directly at the processor, which we learn about afterwards. */
export async function recordOutsideRefund(
  tx: Tx,
  now: number,
  payment: PaymentRow,
  made: Refund,
): Promise<void> {
  const before = decidedCents(await refundsOfPayment(tx, payment.id))
  const [row] = await tx
    .insert(refunds)
    .values({
      id: `outside:${made.id}`,
      paymentId: payment.id,
      jobId: payment.jobId,
      cents: made.cents,
      cause: 'outside',
      actor: 'processor',
      state: 'done',
      processorId: made.id,
      pending: isPending(made),
      doneAt: now,
      createdAt: now,
      updatedAt: now,
    })
    .onConflictDoNothing()
    .returning()
  if (!row) return
  await paidBack(tx, now, row)
  await postTransaction(tx, {
    kind: 'refund',
    about: `refund:${row.id}`,
    at: now,
    entries: refunded(sharesOfPayment(payment), before, row.cents),
    ...bookedFor(payment),
  })
  await showOnJob(tx, payment.jobId, { kind: 'refunded-by-hand', actor: 'processor', at: now })
}

/** The processor refused for good, so nothing is owed anymore. False if that was already recorded. */
export async function recordRefundRefused(
  tx: Tx,
  now: number,
  refundId: string,
  refused: PaymentRefused,
  { needsHq }: { needsHq: boolean },
): Promise<boolean> {
  const [row] = await tx
    .update(refunds)
    .set({ state: 'refused', refusal: refused.because, updatedAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'intended')))
    .returning()
  if (!row) return false
  const payment = must(await findPaymentRow(tx, row.paymentId), 'The payment of the refund')
  // Undone as if it were the last refund, so each side's part matches the refunds that remain.
  const left = decidedCents(await refundsOfPayment(tx, payment.id))
  await postTransaction(tx, {
    kind: 'refund_withdrawn',
    about: `refund:${row.id}:withdrawn`,
    at: now,
    entries: undone(refundOwed(sharesOfPayment(payment), left, row.cents)),
    ...bookedFor(payment),
  })
  await showOnJob(tx, payment.jobId, { kind: 'refund-refused', actor: 'processor', at: now })
  await announceRefund(tx, now, row)
  if (!needsHq) return true
  await raiseTodo(tx, now, {
    kind: 'refund.refused',
    subject: row.id,
    title: `Refund of ${formatUsd(row.cents)} failed`,
    detail: `${refused.message}. Pay the customer back another way, or try the refund again.`,
    franchiseId: payment.franchiseId,
    jobId: row.jobId,
  })
  return true
}

/** Returns the payment as it was before this refund. */
async function paidBack(tx: Tx, now: number, row: RefundRow): Promise<PaymentRow> {
  const payment = must(await findPaymentRow(tx, row.paymentId), 'The payment of the refund')
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} + ${row.cents}`, updatedAt: now })
    .where(eq(payments.id, payment.id))
  await takeBack(tx, now, { payment, refundId: row.id, cents: row.cents })
  if (payment.pays) await creditNoteForRefund(tx, now, row.jobId)
  await announceRefund(tx, now, row)
  return payment
}

const bookedFor = ({ jobId, franchiseId, demo }: PaymentRow) => ({ jobId, franchiseId, demo })

/** Tells customers who paid for an already canceled job that their money is on its way back. */
async function tellLate(tx: Tx, now: number, { id, jobId, cents }: RefundRow): Promise<void> {
  if (await isBeingCancelled(tx, jobId)) return
  const job = await requireJob(tx, jobId)
  const way = usualWay(job)
  if (way === null) return
  await queueMessage(tx, now, {
    about: `refund:${id}:${way.channel}`,
    ...way,
    template: 'cancelled',
    data: { name: job.customerName, type: job.type, refundCents: cents },
    franchiseId: job.franchiseId,
    jobId,
  })
}

/** Then the cancellation message also mentions the refund. */
async function isBeingCancelled(tx: Tx, jobId: string): Promise<boolean> {
  const [open] = await tx
    .select({ jobId: cancellations.jobId })
    .from(cancellations)
    .where(and(eq(cancellations.jobId, jobId), eq(cancellations.state, 'open')))
    .limit(1)
  return open !== undefined
}

/** Does nothing for a refund made at the processor that failed before we learned about it. */
async function recordFailure(
  tx: Tx,
  now: number,
  ours: RefundRow | undefined,
  { failure = null }: Refund,
): Promise<void> {
  if (!ours) return
  await recordRefundRefused(tx, now, ours.id, new PaymentRefused('failed-later'), { needsHq: true })
  await recordRefundFailed(tx, now, ours.id, failure)
}

/** Refunds with one of our keys are ours; all others were made directly at the processor. */
export async function reconcileRefunds(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'settings'>,
  paymentId: string,
  listed: readonly Refund[],
): Promise<void> {
  const now = deps.clock.now()
  for (const made of listed) {
    const ours = await refundMade(tx, made)
    if (made.status === 'failed') await recordFailure(tx, now, ours, made)
    else if (ours) await recordRefundPaid(tx, now, ours.id, made, deps.settings)
    else {
      const payment = await findPaymentRow(tx, paymentId)
      if (payment) await recordOutsideRefund(tx, now, payment, made)
    }
  }
}
