import { and, eq, isNull, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { invoices, payments } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { JobRow } from '../jobs/present'
import { insertDraft } from './draft'
import { liveInvoice } from './rows'

const markPaid = prepared((db) =>
  db
    .update(invoices)
    .set({ paidAt: sql`${sql.placeholder('at')}`, updatedAt: sql`${sql.placeholder('at')}`, postAt: null })
    .where(and(eq(invoices.id, sql.placeholder('id')), isNull(invoices.paidAt))),
)

/** A job was paid: its invoice is made if there is none, and says so. Part of the unit that makes it true. */
export async function invoicePaidJob(tx: Tx, at: number, job: JobRow): Promise<void> {
  const existing = await liveInvoice(tx, job.id)
  if (existing) await markPaid.run(tx, { id: existing.id, at })
  else await insertDraft(tx, job, { at, paidAt: at })
}

const paying = prepared((db) =>
  db
    .select({ paidAt: payments.paidAt })
    .from(payments)
    .where(and(eq(payments.jobId, sql.placeholder('jobId')), eq(payments.pays, true)))
    .limit(1),
)

/** When a job was paid; null while it is not, or once all of it went back. */
export async function paidAtOf(tx: Tx, job: Pick<JobRow, 'id' | 'paymentState'>): Promise<number | null> {
  if (job.paymentState !== 'paid' && job.paymentState !== 'partly_refunded') return null
  return (await paying.get(tx, { jobId: job.id }))?.paidAt ?? null
}
