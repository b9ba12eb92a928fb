import { and, asc, eq, gt, sql } from 'drizzle-orm'
import { jobs } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import { nextTurn } from '../engine/slices'

const pageSize = 250

const columns = {
  seq: jobs.seq,
  id: jobs.id,
  revision: jobs.revision,
  status: jobs.status,
  franchiseId: jobs.franchiseId,
  workerId: jobs.workerId,
  type: jobs.type,
  preferredDate: jobs.preferredDate,
  preferredTime: jobs.preferredTime,
  gutterLength: jobs.gutterLength,
  stories: jobs.stories,
  paymentId: jobs.paymentId,
  paymentStatus: jobs.paymentStatus,
  paymentState: jobs.paymentState,
  totalCents: jobs.totalCents,
  priority: jobs.priority,
  held: jobs.held,
  placeState: jobs.placeState,
  lat: jobs.lat,
  lng: jobs.lng,
  createdAt: jobs.createdAt,
  /** When it was booked, or last taken off the plan: that takes two changes at least. */
  waitsSince: sql<number>`CASE WHEN jobs.revision < 2 THEN jobs.created_at ELSE
    coalesce((SELECT max(v.at) FROM job_events AS v WHERE v.job_id = jobs.id AND v.kind = 'pending'),
      jobs.created_at) END`,
  // Names are spelled out, since Drizzle leaves the table's away where it sees only one.
  inZip: sql<number>`EXISTS (SELECT 1 FROM franchise_zips AS z
    WHERE z.zip = jobs.zip AND z.franchise_id = jobs.franchise_id)`,
  /** Who came last time. */
  lastWorkerId: sql<string | null>`(SELECT e.worker_id FROM jobs AS e
    WHERE e.customer_id = jobs.customer_id AND e.seq < jobs.seq
      AND e.status = 'completed' AND e.worker_id IS NOT NULL
    ORDER BY e.seq DESC LIMIT 1)`,
}

/** One page of what waits for a visit, in the order of booking. */
export const pendingQuery = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(and(eq(jobs.status, 'pending'), gt(jobs.seq, sql.placeholder('after'))))
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

/** The plus keeps SQLite from walking all jobs the franchise ever had. */
export const pendingQueryOf = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(
      and(
        eq(jobs.status, 'pending'),
        gt(jobs.seq, sql.placeholder('after')),
        sql`+${jobs.franchiseId} IS ${sql.placeholder('franchiseId')}`,
      ),
    )
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

const pendingPage = prepared(pendingQuery)
const pendingPageOf = prepared(pendingQueryOf)
const oneJob = prepared((db) =>
  db
    .select(columns)
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export type OpenRow = Awaited<ReturnType<typeof pendingPage.all>>[number]

/**
 * Everything that waits for a visit, or what waits at one franchise. In pages, since a read of thousands of
 * rows would hold up requests.
 */
export async function* pendingPages(db: Db, franchiseId?: string | null): AsyncGenerator<OpenRow[]> {
  for (let after = 0; ;) {
    const page =
      franchiseId === undefined
        ? await pendingPage.all(db, { after })
        : await pendingPageOf.all(db, { after, franchiseId })
    yield page
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.seq
    await nextTurn()
  }
}

export const readOpenJob = (db: Db, id: string): Promise<OpenRow | undefined> => oneJob.get(db, { id })
