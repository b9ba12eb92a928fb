import { inArray, ne, and, sql } from 'drizzle-orm'
import { payments, refunds } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { isoTime, isoTimeOrNull } from '../../../lib/clock'
import { balanceDue } from '../../../lib/job-states'
import { unitsFromCents, type Cents } from '../../../lib/money'
import { requireJob } from '../../jobs'
import { approvalsOfJob } from '../approvals'
import type { JobPayment, MoneyOfJob } from '../model'
import { presentRefund } from '../outbound'
import { paymentsOfJob, decidedCents, refundsOfJob, type PaymentRow, type RefundRow } from '../rows'

/** Payments and refunds of a job, and what can still be refunded. Disputed money can't be. */
export const previewRefund = ({ store }: Deps, jobId: string): Promise<MoneyOfJob> =>
  moneyOfJob(store.read, jobId)

export async function moneyOfJob(db: Db, jobId: string): Promise<MoneyOfJob> {
  const job = await requireJob(db, jobId)
  const payments = await paymentsOfJob(db, jobId)
  // An undone payment never happened, so its reversal isn't a refund.
  const undone = new Set(payments.filter(({ undoneAt }) => undoneAt !== null).map(({ id }) => id))
  const refunds = (await refundsOfJob(db, jobId)).filter(({ paymentId }) => !undone.has(paymentId))
  const captured = payments.reduce(
    (sum, { id, capturedCents }) => (undone.has(id) ? sum : sum + capturedCents),
    0,
  )
  const refunded = decidedCents(refunds)
  const stuck = payments
    .filter(({ disputed }) => disputed)
    .reduce((sum, payment) => sum + refundableCents(payment, refunds), 0)
  return {
    jobId,
    total: unitsFromCents(job.totalCents),
    paid: unitsFromCents(job.paidCents),
    paidBefore: unitsFromCents(job.paidBeforeCents),
    balance: unitsFromCents(balanceDue(job)),
    captured: unitsFromCents(captured),
    refunded: unitsFromCents(refunded),
    refundable: unitsFromCents(captured - refunded - stuck),
    fee: unitsFromCents(feeOf(payments, refunds)),
    payments: payments.map((payment) => presentPayment(payment, refunds)),
    refunds: refunds.map(presentRefund),
    approvals: await approvalsOfJob(db, jobId),
  }
}

/** HQ can give a fee back later, with a refund. */
const feeOf = (payments: readonly PaymentRow[], refunds: readonly RefundRow[]): Cents =>
  payments.reduce((sum, payment) => sum + Math.min(payment.keptCents, refundableCents(payment, refunds)), 0)

export function refundableCents({ id, capturedCents }: PaymentRow, refunds: readonly RefundRow[]): Cents {
  return capturedCents - decidedCents(refunds.filter(({ paymentId }) => paymentId === id))
}

function presentPayment(payment: PaymentRow, refunds: readonly RefundRow[]): JobPayment {
  return {
    id: payment.id,
    kind: payment.kind,
    status: payment.status,
    pays: payment.pays,
    method: payment.method,
    amount: unitsFromCents(payment.amountCents),
    captured: unitsFromCents(payment.capturedCents),
    refunded: unitsFromCents(payment.refundedCents),
    refundable: unitsFromCents(
      payment.disputed || payment.undoneAt !== null ? 0 : refundableCents(payment, refunds),
    ),
    disputed: payment.disputed,
    paidAt: isoTimeOrNull(payment.paidAt),
    receivedBy: payment.receivedBy,
    note: payment.note,
    recordedBy: payment.recordedBy,
    undone:
      payment.undoneAt === null
        ? null
        : { at: isoTime(payment.undoneAt), by: payment.undoneBy, reason: payment.undoneReason },
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
