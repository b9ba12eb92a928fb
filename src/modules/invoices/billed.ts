import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { payments } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { conflict } from '../../lib/errors'
import type { JobRow } from '../jobs/present'

const paying = prepared((db) =>
  db
    .select({ paidAt: payments.paidAt, refundedCents: payments.refundedCents })
    .from(payments)
    .where(and(eq(payments.jobId, sql.placeholder('jobId')), eq(payments.pays, true)))
    .limit(1),
)

/** The payment that paid a job. It stays so whatever was given back of it, or is disputed. */
export const paymentOf = (db: Db, jobId: string) => paying.get(db, { jobId })

/** Of a job that was cancelled before anything was paid, nothing is owed. */
export async function assertOwed(db: Db, job: Pick<JobRow, 'id' | 'status'>): Promise<void> {
  if (job.status === 'cancelled' && !(await paymentOf(db, job.id)))
    throw conflict('The job was cancelled and nothing was paid for it: there is nothing to invoice')
}
