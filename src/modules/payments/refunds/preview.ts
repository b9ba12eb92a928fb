import { inArray, ne, and, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { unitsFromCents, type Cents } from '../../../lib/money'
import { requireJob } from '../../jobs'
import type { JobPayment, Refund, RefundPreview } from '../model'
import { paymentsOfJob, decidedCents, refundsOfJob, type PaymentRow, type RefundRow } from '../rows'

/** Payments and refunds of a job, and what can still be refunded. Disputed money can't be. */
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
    pending: row.pending,
    failedAt: isoTimeOrNull(row.failedAt),
    createdAt: isoTime(row.createdAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}

/** The refund each job would get if canceled now: captured, and neither refunded nor being refunded. */
export async function refundableByJob(db: Db, jobIds: string[]): Promise<Map<string, Cents>> {
  if (jobIds.length === 0) return new Map()
  const captured = await db
    .select({ jobId: payments.jobId, cents: sql<number>`sum(${payments.capturedCents})` })
    .from(payments)
    .where(inArray(payments.jobId, jobIds))
    .groupBy(payments.jobId)
  const decided = await db
    .select({ jobId: refunds.jobId, cents: sql<number>`sum(${refunds.cents})` })
    .from(refunds)
    .where(and(inArray(refunds.jobId, jobIds), ne(refunds.state, 'refused')))
    .groupBy(refunds.jobId)
  const gone = new Map(decided.map(({ jobId, cents }) => [jobId, cents]))
  return new Map(captured.map(({ jobId, cents }) => [jobId, Math.max(0, cents - (gone.get(jobId) ?? 0))]))
}
