import { and, eq, ne, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import { must } from '../../../lib/errors'
import { formatUsd } from '../../../lib/money'
import { undoCreditNote } from '../../invoices'
import { requireJob } from '../../jobs'
import { postTransaction, refunded, sharesOfPayment, undone } from '../../ledger'
import { raiseTodo } from '../../office'
import { restoreShare } from '../../payouts'
import { announceRefund } from '../outbound'
import { decidedCents, findPaymentRow, refundsOfPayment, showOnJob, type RefundRow } from '../rows'

/**
 * A bank returned a refund that counted as paid, which can take days. The job, the ledger, the franchise's
 * share and the credit note go back to how they were without it, once, however often we hear of it.
 */
export async function recordRefundFailed(
  tx: Tx,
  now: number,
  refundId: string,
  failure: string | null,
): Promise<void> {
  const [row] = await tx
    .update(refunds)
    .set({ state: 'refused', refusal: 'failed-later', pending: false, failedAt: now, updatedAt: now })
    .where(and(eq(refunds.id, refundId), eq(refunds.state, 'done'), ne(refunds.actor, 'bank')))
    .returning()
  if (!row) return
  const before = must(await findPaymentRow(tx, row.paymentId), 'The payment of the refund')
  const payment = { ...before, refundedCents: before.refundedCents - row.cents }
  await tx
    .update(payments)
    .set({ refundedCents: sql`${payments.refundedCents} - ${row.cents}`, updatedAt: now })
    .where(eq(payments.id, payment.id))
  // Undone as if it were the last refund, so each side's part matches the refunds that remain.
  const left = decidedCents(await refundsOfPayment(tx, payment.id))
  const { jobId, franchiseId, demo } = payment
  await postTransaction(tx, {
    kind: 'refund_failed',
    about: `refund:${row.id}:failed`,
    at: now,
    entries: undone(refunded(sharesOfPayment(payment), left, row.cents)),
    jobId,
    franchiseId,
    demo,
  })
  await showOnJob(tx, payment.jobId, { kind: 'refund-failed', actor: 'processor', at: now })
  await restoreShare(tx, now, payment, row.id)
  if (payment.pays) await undoCreditNote(tx, now, { id: row.id, jobId })
  await announceRefund(tx, now, row)
  await tellHq(tx, now, row, franchiseId, failure)
}

/** The processor's codes in words. */
const reasons: Record<string, string> = {
  charge_for_pending_refund_disputed: 'the customer disputed the payment with their bank',
  declined: 'the bank declined it',
  expired_or_canceled_card: 'the card has expired or was canceled',
  insufficient_funds: 'the balance at your payment processor was too low',
  lost_or_stolen_card: 'the card was lost or stolen',
  merchant_request: 'someone canceled it at your payment processor',
}

async function tellHq(
  tx: Tx,
  now: number,
  { id, jobId, cents }: RefundRow,
  franchiseId: string | null,
  failure: string | null,
): Promise<void> {
  const { customerName } = await requireJob(tx, jobId)
  const reason = failure === null ? undefined : reasons[failure]
  await raiseTodo(tx, now, {
    kind: 'refund.failed',
    subject: id,
    title: `Refund of ${formatUsd(cents)} didn't reach ${customerName}`,
    detail: `The refund was sent, but it came back${reason === undefined ? '' : `: ${reason}`}. The payment counts as not refunded again, and the franchise gets its share back. Call the customer, then try the refund again or pay them another way.`,
    franchiseId,
    jobId,
  })
}
