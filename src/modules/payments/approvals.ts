import { desc, eq, inArray } from 'drizzle-orm'
import { extraApprovals, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { isoTime } from '../../lib/clock'
import { unitsFromCents } from '../../lib/money'
import type { ExtraApproval } from './model'

type Row = typeof extraApprovals.$inferSelect

const present = ({
  extras,
  beforeCents,
  totalCents,
  approvedName,
  recordedBy,
  approvedAt,
}: Row): ExtraApproval => ({
  extras: extras.map(({ label, priceCents }) => ({ label, price: unitsFromCents(priceCents) })),
  before: unitsFromCents(beforeCents),
  total: unitsFromCents(totalCents),
  approvedName,
  recordedBy,
  approvedAt: isoTime(approvedAt),
})

/** The extras that were approved during a visit, the latest first. */
export async function approvalsOfJob(db: Db, jobId: string): Promise<ExtraApproval[]> {
  const rows = await db
    .select()
    .from(extraApprovals)
    .where(eq(extraApprovals.jobId, jobId))
    .orderBy(desc(extraApprovals.approvedAt))
  return rows.map(present)
}

/** Everything that a customer approved, for an export. */
export async function approvalsOfCustomer(db: Db, customerId: string) {
  const own = db.select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  const rows = await db.select().from(extraApprovals).where(inArray(extraApprovals.jobId, own))
  return rows.map((row) => ({ jobId: row.jobId, ...present(row) }))
}
