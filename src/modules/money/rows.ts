import { asc, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { payments } from '../../../db/schema'
import type { Db } from '../../../db/store'

export type PaymentRow = typeof payments.$inferSelect

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
