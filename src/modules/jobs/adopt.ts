import { and, eq, inArray, ne, notExists, or, sql } from 'drizzle-orm'
import { invoices, jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Actor } from '../../lib/actor'
import { planned } from '../../lib/job-states'
import { changeJob } from './timeline'

/**
 * Gives the jobs of the demo company's franchises that are real to another franchise, so that somebody can do
 * them. Jobs with an invoice or money here stay where the books have them.
 */
export async function adoptJobs(
  tx: Tx,
  at: number,
  { from, to, actor }: { from: string[]; to: string; actor: Actor },
): Promise<void> {
  if (from.length === 0) return
  const isFree = and(
    inArray(jobs.franchiseId, from),
    eq(jobs.demo, false),
    eq(jobs.paidCents, jobs.paidBeforeCents),
    or(eq(jobs.paymentState, 'unpaid'), eq(jobs.source, 'import')),
    notExists(
      tx
        .select({ one: sql`1` })
        .from(invoices)
        .where(eq(invoices.jobId, jobs.id)),
    ),
  )
  const booked = await tx
    .select()
    .from(jobs)
    .where(and(isFree, ne(jobs.source, 'import')))
  for (const job of booked) {
    const isAhead = planned.some((status) => status === job.status)
    const change = { franchiseId: to, ...(isAhead ? { workerId: null } : {}) }
    await changeJob(tx, job, change, { kind: 'corrected', actor, at })
  }
  // These have no timeline until somebody changes them, which is how the undo of an import finds them.
  await tx
    .update(jobs)
    .set({ franchiseId: to })
    .where(and(isFree, eq(jobs.source, 'import')))
}
