import { asc, eq, inArray, isNotNull, isNull, sql, and, ne, lte } from 'drizzle-orm'
import { mentions } from '../../../db/conditions'
import {
  cancellations,
  checkoutSessions,
  extraApprovals,
  jobs,
  payments,
  refunds,
  webhookEvents,
  type PaymentRow,
} from '../../../db/schema'
import type { PaymentState } from '../../../db/schema/jobs'
import type { ProcessorState, RefundCause } from '../../../db/schema/payments'
import { isUnchanged, prepared, type Db, type Tx } from '../../../db/store'
import { missing } from '../../lib/errors'
import { hasFallenThrough } from '../../lib/job-states'
import type { Cents } from '../../lib/money'
import { erased, type Person } from '../../lib/person'
import type { OpenWanted } from '../../providers/payments/refused'
import { announcePayment } from './outbound'
import { requireJob, changeJob, type Occasion, type JobRow } from '../jobs'
import { forgetCards } from './cards/rows'
export { type PaymentRow } from '../../../db/schema/payments'

const byId = prepared((db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.id, sql.placeholder('id')))
    .limit(1),
)
const byJob = prepared((db) =>
  db
    .select()
    .from(payments)
    .where(eq(payments.jobId, sql.placeholder('jobId')))
    .orderBy(asc(payments.createdAt), asc(payments.id)),
)

export function findPaymentRow(db: Db, id: string): Promise<PaymentRow | undefined> {
  return byId.get(db, { id })
}

/** Oldest first. */
export function paymentsOfJob(db: Db, jobId: string): Promise<PaymentRow[]> {
  return byJob.all(db, { jobId })
}

/** Payments that count toward the total, and the refunds of them decided so far. */
function paymentStateOf(
  job: JobRow,
  { counted, paidCents, returnedCents }: { counted: PaymentRow[]; paidCents: Cents; returnedCents: Cents },
): PaymentState {
  if (counted.some(({ disputed }) => disputed)) return 'disputed'
  if (paidCents === 0) return job.paymentState === 'failed' ? 'failed' : 'unpaid'
  const isShort = paidCents < job.totalCents
  if (isShort && (returnedCents === 0 || !hasFallenThrough(job.status))) return 'unpaid'
  if (returnedCents === 0) return 'paid'
  return returnedCents < paidCents ? 'partly_refunded' : 'refunded'
}

/** Updates the job and its timeline from its payments and refunds, in the unit that changed one of them. */
export async function showOnJob(tx: Tx, jobId: string, occasion: Occasion): Promise<JobRow> {
  const job = await requireJob(tx, jobId)
  const counted = (await paymentsOfJob(tx, jobId)).filter(({ pays }) => pays)
  const paidCents = counted.reduce((sum, { capturedCents }) => sum + capturedCents, job.paidBeforeCents)
  const refunds = paidCents === 0 ? [] : await refundsOfJob(tx, jobId)
  const returnedCents = decidedCents(
    refunds.filter(({ paymentId }) => counted.some(({ id }) => id === paymentId)),
  )
  const paymentState = paymentStateOf(job, { counted, paidCents, returnedCents })
  // Someone who paid part of it means to come, so the booking keeps its arrival window.
  const isConfirmed = job.source === 'public' && paymentState === 'unpaid' && paidCents > 0
  const confirmedAt = job.confirmedAt ?? (isConfirmed ? occasion.at : null)
  // A payment confirms a booking that gave its window back, too.
  const revived = job.lapsedAt !== null && paidCents > 0 ? { lapsedAt: null, held: false } : {}
  const change = { paidCents, paymentState, confirmedAt, ...revived }
  return isUnchanged(job, change) ? job : (await changeJob(tx, job, change, occasion)).job
}

interface Noted {
  id: string
  kind: 'payment' | 'setup'
  status: ProcessorState
  amountCents: Cents
}

/** Records which job a payment belongs to before anything is captured. Successful payments never change. */
export async function notePayment(tx: Tx, now: number, job: JobRow, noted: Noted): Promise<boolean> {
  const { id, kind, status, amountCents } = noted
  const [kept] = await tx
    .insert(payments)
    .values({ id, jobId: job.id, kind, status, amountCents, demo: job.demo, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: payments.id,
      set: { status, updatedAt: now },
      setWhere: and(ne(payments.status, 'succeeded'), eq(payments.jobId, sql`excluded.job_id`)),
    })
    .returning({ id: payments.id })
  return kept !== undefined
}

/** A declined card undoes nothing: a paid job stays paid, however late this arrives. */
export async function noteFailure(
  tx: Tx,
  now: number,
  job: JobRow,
  failed: { id: string; amountCents: Cents },
): Promise<void> {
  const kept = await notePayment(tx, now, job, { ...failed, kind: 'payment', status: 'failed' })
  const payment = kept ? await findPaymentRow(tx, failed.id) : undefined
  if (payment) await announcePayment(tx, now, 'failed', payment)
  if (!kept || job.paymentState !== 'unpaid' || job.status === 'cancelled') return
  await changeJob(
    tx,
    job,
    { paymentState: 'failed' },
    { kind: 'payment-failed', actor: 'processor', at: now },
  )
}

/** Removes a person from payments, cards, refunds and cancellations, and stops pending messages to them. */
export async function forgetCustomer(tx: Tx, person: Person): Promise<void> {
  const { ids, words } = person
  await forgetCards(tx, person)
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  await tx
    .update(cancellations)
    .set({ email: null, phone: null, tellCustomer: false })
    .where(inArray(cancellations.jobId, own))
  await tx.update(refunds).set({ tellCustomer: false, reason: null }).where(inArray(refunds.jobId, own))
  await tx.update(payments).set({ note: null, undoneReason: null }).where(inArray(payments.jobId, own))
  await tx.update(extraApprovals).set({ approvedName: erased }).where(inArray(extraApprovals.jobId, own))
  await tx
    .update(checkoutSessions)
    .set({ paymentsCustomerId: null })
    .where(and(inArray(checkoutSessions.jobId, own), isNotNull(checkoutSessions.paymentsCustomerId)))
  await tx
    .update(checkoutSessions)
    .set({ order: sql`json_set(${checkoutSessions.order}, '$.customerName', NULL, '$.customerEmail', NULL)` })
    .where(and(inArray(checkoutSessions.jobId, own), isNotNull(checkoutSessions.order)))
  // Finished events are never processed again. Unfinished ones still need the processor's data.
  const { id, type, payload, state } = webhookEvents
  await tx
    .update(webhookEvents)
    .set({ payload: sql`json_object('id', ${id}, 'type', ${type}, 'erased', json('true'))` })
    .where(and(eq(state, 'done'), mentions(payload, words)))
}

export type RefundRow = typeof refunds.$inferSelect
export type CancellationRow = typeof cancellations.$inferSelect

const refundById = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.id, sql.placeholder('id')))
    .limit(1),
)
const byProcessorId = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.processorId, sql.placeholder('processorId')))
    .limit(1),
)
const byPayment = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, sql.placeholder('paymentId')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id)),
)
const refundsByJob = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.jobId, sql.placeholder('jobId')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id)),
)
const open = prepared((db) =>
  db
    .select({ id: refunds.id })
    .from(refunds)
    .where(
      and(
        sql`${refunds.state} = 'intended'`,
        // HQ gives these back, not the processor.
        isNull(refunds.method),
        lte(refunds.attempts, sql.placeholder('mostAttempts')),
      ),
    )
    .orderBy(asc(refunds.attempts), asc(refunds.createdAt))
    .limit(sql.placeholder('limit')),
)

export const findRefund = (db: Db, id: string) => refundById.get(db, { id })
/** The row of a refund at the processor, by our key or by its own id. */
export const refundMade = async (db: Db, { key, id }: { key: string | null; id: string }) =>
  (key === null ? undefined : await findRefund(db, key)) ?? byProcessorId.get(db, { processorId: id })

export const refundsOfPayment = (db: Db, paymentId: string) => byPayment.all(db, { paymentId })
export const refundsOfJob = (db: Db, jobId: string) => refundsByJob.all(db, { jobId })

export async function requireRefund(db: Db, id: string): Promise<RefundRow> {
  const row = await findRefund(db, id)
  if (!row) throw missing('Refund')
  return row
}

export async function openRefunds(db: Db, wanted: OpenWanted): Promise<string[]> {
  return (await open.all(db, { ...wanted })).map(({ id }) => id)
}

/** Refunds paid or on their way: all that weren't refused. */
export const decidedCents = (rows: readonly RefundRow[]): Cents =>
  rows.reduce((sum, { state, cents }) => (state === 'refused' ? sum : sum + cents), 0)

/** Refunds paid by the processor itself. It doesn't count money a bank took in a dispute as a refund. */
export const refundedThere = (rows: readonly RefundRow[]): Cents =>
  rows.reduce((sum, { state, actor, cents }) => (state === 'done' && actor !== 'bank' ? sum + cents : sum), 0)

/** Refunds that start without HQ; at most one per payment. */
export const isAutomatic = (cause: RefundCause): cause is 'cancel' | 'late' | 'duplicate' =>
  cause === 'cancel' || cause === 'late' || cause === 'duplicate'

/** Part of the payment was refunded at the processor meanwhile, so less was left than we asked for. */
export const isSmallerMeanwhile = (refusal: string | null): boolean =>
  refusal === 'too-much' || refusal === 'already-refunded'
