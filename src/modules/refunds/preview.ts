import type { Deps } from '../../deps'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { unitsFromCents, type Cents } from '../../lib/money'
import { requireJob } from '../jobs/find'
import { paymentsOfJob, type PaymentRow } from '../money/rows'
import type { JobPayment, Refund, RefundPreview } from './model'
import { decidedCents, refundsOfJob, type RefundRow } from './rows'

/** What was paid for a job, what went back, and what still could: nothing of what is disputed. */
export async function previewRefund({ store }: Deps, jobId: string): Promise<RefundPreview> {
  await requireJob(store.read, jobId)
  const refunds = await refundsOfJob(store.read, jobId)
  const payments = await paymentsOfJob(store.read, jobId)
  const captured = payments.reduce((sum, { capturedCents }) => sum + capturedCents, 0)
  const refunded = decidedCents(refunds)
  const stuck = payments
    .filter(({ disputed }) => disputed)
    .reduce((sum, payment) => sum + refundableCents(payment, refunds), 0)
  return {
    captured: unitsFromCents(captured),
    refunded: unitsFromCents(refunded),
    refundable: unitsFromCents(captured - refunded - stuck),
    payments: payments.map((payment) => presentPayment(payment, refunds)),
    refunds: refunds.map(presentRefund),
  }
}

export function refundableCents({ id, capturedCents }: PaymentRow, refunds: readonly RefundRow[]): Cents {
  return capturedCents - decidedCents(refunds.filter(({ paymentId }) => paymentId === id))
}

function presentPayment(payment: PaymentRow, refunds: readonly RefundRow[]): JobPayment {
  return {
    id: payment.id,
    kind: payment.kind,
    status: payment.status,
    pays: payment.pays,
    amount: unitsFromCents(payment.amountCents),
    captured: unitsFromCents(payment.capturedCents),
    refunded: unitsFromCents(payment.refundedCents),
    refundable: unitsFromCents(payment.disputed ? 0 : refundableCents(payment, refunds)),
    disputed: payment.disputed,
    paidAt: isoTimeOrNull(payment.paidAt),
  }
}

export function presentRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    paymentId: row.paymentId,
    jobId: row.jobId,
    amount: unitsFromCents(row.cents),
    cause: row.cause,
    actor: row.actor,
    reason: row.reason,
    state: row.state,
    refundId: row.processorId,
    refusal: row.refusal,
    createdAt: isoTime(row.createdAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}
