import { and, asc, eq, lte, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { refunds } from '../../../db/schema'
import type { RefundCause } from '../../../db/schema/refunds'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'
import type { Cents } from '../../lib/money'
import type { OpenWanted } from '../money/asking'

export type RefundRow = typeof refunds.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.id, sql.placeholder('id')))
    .limit(1),
)
const byPayment = prepared((db) =>
  db
    .select()
    .from(refunds)
    .where(eq(refunds.paymentId, sql.placeholder('paymentId')))
    .orderBy(asc(refunds.createdAt), asc(refunds.id)),
)
const byJob = prepared((db) =>
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
    .where(and(sql`${refunds.state} = 'intended'`, lte(refunds.attempts, sql.placeholder('mostAttempts'))))
    .orderBy(asc(refunds.attempts), asc(refunds.createdAt))
    .limit(sql.placeholder('limit')),
)

export const findRefund = (db: Db, id: string) => byId.get(db, { id })
export const refundsOfPayment = (db: Db, paymentId: string) => byPayment.all(db, { paymentId })
export const refundsOfJob = (db: Db, jobId: string) => byJob.all(db, { jobId })

export async function requireRefund(db: Db, id: string): Promise<RefundRow> {
  const row = await findRefund(db, id)
  if (!row) throw missing('Refund')
  return row
}

export async function openRefunds(db: Db, wanted: OpenWanted): Promise<string[]> {
  return (await open.all(db, { ...wanted })).map(({ id }) => id)
}

/** Paid or on their way: everything that was not refused. */
export const decidedCents = (rows: readonly RefundRow[]): Cents =>
  rows.reduce((sum, { state, cents }) => (state === 'refused' ? sum : sum + cents), 0)

/** What the processor itself has paid back: of what a bank took in a dispute it does not speak as of a refund. */
export const refundedThere = (rows: readonly RefundRow[]): Cents =>
  rows.reduce((sum, { state, actor, cents }) => (state === 'done' && actor !== 'bank' ? sum + cents : sum), 0)

/** Given back without anybody at headquarters asking for it; at most once per payment. */
export const isByItself = (cause: RefundCause): cause is 'cancel' | 'late' | 'duplicate' =>
  cause === 'cancel' || cause === 'late' || cause === 'duplicate'

/** Part of it was given back at the processor meanwhile, so that there was less left than we asked for. */
export const isSmallerMeanwhile = (refusal: string | null): boolean =>
  refusal === 'too-much' || refusal === 'already-refunded'
