import { and, eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { jobs, payments } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { conflict, missing } from '../../lib/errors'
import type { JobRow } from '../jobs/present'

const jobById = prepared((db) =>
  db
    .select()
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)
const paying = prepared((db) =>
  db
    .select({ paidAt: payments.paidAt, refundedCents: payments.refundedCents })
    .from(payments)
    .where(and(eq(payments.jobId, sql.placeholder('jobId')), eq(payments.pays, true)))
    .limit(1),
)

/** Read here, since jobs call upon their invoices and not the other way round. */
export async function requireBilledJob(db: Db, id: string): Promise<JobRow> {
  const job = await jobById.get(db, { id })
  if (!job) throw missing('Job')
  return job
}

/** The payment that paid a job. It stays so whatever was given back of it, or is disputed. */
export const paymentOf = (db: Db, jobId: string) => paying.get(db, { jobId })

/** Of a job that was cancelled before anything was paid, nothing is owed. */
export async function assertOwed(db: Db, job: Pick<JobRow, 'id' | 'status'>): Promise<void> {
  if (job.status === 'cancelled' && !(await paymentOf(db, job.id)))
    throw conflict('The job was cancelled and nothing was paid for it: there is nothing to invoice')
}
