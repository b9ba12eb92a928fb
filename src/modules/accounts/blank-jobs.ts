import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import {
  cancellations,
  checkoutSessions,
  jobNotes,
  jobTemplates,
  jobs,
  maintenancePlans,
  refunds,
} from '../../../db/schema'
import type { Tx } from '../../../db/store'

const erased = 'Erased'
const person = { customerName: erased, customerPhone: null, address: erased, notes: null }

/** Takes an erased person out of what was done, planned and paid; nothing is planned or told any more. */
export async function blankJobs(tx: Tx, customerId: string): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  await tx.delete(jobNotes).where(inArray(jobNotes.jobId, own))
  await tx.run(
    sql`DELETE FROM job_search WHERE rowid IN (SELECT seq FROM jobs WHERE customer_id = ${customerId})`,
  )
  await tx
    .update(cancellations)
    .set({ email: null, phone: null, tellCustomer: false })
    .where(inArray(cancellations.jobId, own))
  await tx.update(refunds).set({ tellCustomer: false, reason: null }).where(inArray(refunds.jobId, own))
  await tx
    .update(checkoutSessions)
    .set({ order: sql`json_set(${checkoutSessions.order}, '$.customerName', NULL, '$.customerEmail', NULL)` })
    .where(and(inArray(checkoutSessions.jobId, own), isNotNull(checkoutSessions.order)))
  await tx
    .update(jobs)
    .set({ ...person, customerEmail: null, lat: null, lng: null, placeLabel: null })
    .where(eq(jobs.customerId, customerId))
  await tx
    .update(jobTemplates)
    .set({ ...person, customerEmail: null, active: false })
    .where(eq(jobTemplates.customerId, customerId))
  await tx
    .update(maintenancePlans)
    .set({ ...person, customerEmail: erased, ended: true })
    .where(eq(maintenancePlans.customerId, customerId))
}
