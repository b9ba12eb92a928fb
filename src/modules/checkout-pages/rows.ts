import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import { checkoutSessions, jobs } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { fallenThrough } from '../../lib/job-states'

export type SessionRow = typeof checkoutSessions.$inferSelect

// Spelled out for the small index over the checkouts that can be paid.
const isLive = sql`${checkoutSessions.state} IN ('intended', 'open')`

export async function liveSession(db: Db, jobId: string): Promise<SessionRow | undefined> {
  const [live] = await db
    .select()
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.jobId, jobId), isLive))
    .limit(1)
  return live
}

export async function isStillLive(db: Db, id: string): Promise<boolean> {
  const [row] = await db
    .select({ state: checkoutSessions.state })
    .from(checkoutSessions)
    .where(eq(checkoutSessions.id, id))
    .limit(1)
  return row?.state === 'intended' || row?.state === 'open'
}

/** Those that could be paid although their job costs another amount by now, or nothing any more. */
export async function staleSessions(
  db: Db,
  { jobId, limit }: { jobId?: string; limit: number },
): Promise<SessionRow[]> {
  const rows = await db
    .select({ session: checkoutSessions })
    .from(checkoutSessions)
    .innerJoin(jobs, eq(jobs.id, checkoutSessions.jobId))
    .where(
      and(
        isLive,
        jobId === undefined ? undefined : eq(checkoutSessions.jobId, jobId),
        or(ne(checkoutSessions.amountCents, jobs.totalCents), inArray(jobs.status, fallenThrough)),
      ),
    )
    .orderBy(asc(checkoutSessions.jobId))
    .limit(limit)
  return rows.map(({ session }) => session)
}

/** Whether a page for this job ever asked for this amount. */
export async function wasAskedFor(db: Db, jobId: string, amountCents: number): Promise<boolean> {
  const found = await db
    .select({ id: checkoutSessions.id })
    .from(checkoutSessions)
    .where(and(eq(checkoutSessions.jobId, jobId), eq(checkoutSessions.amountCents, amountCents)))
    .limit(1)
  return found.length > 0
}
