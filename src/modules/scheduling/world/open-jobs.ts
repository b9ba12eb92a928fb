import { and, asc, eq, gt, inArray, isNull, lt, gte, or, isNotNull, ne, notInArray, sql } from 'drizzle-orm'
import { amongNamed } from '../../../../db/conditions'
import { jobs } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import { unpaid } from '../../../lib/job-states'
import { chainColumns } from '../../jobs'
import { nextTurn } from '../engine/slices'

const pageSize = 250

const columns = {
  seq: jobs.seq,
  id: jobs.id,
  revision: jobs.revision,
  status: jobs.status,
  franchiseId: jobs.franchiseId,
  workerId: jobs.workerId,
  customerEmail: jobs.customerEmail,
  customerPhone: jobs.customerPhone,
  type: jobs.type,
  preferredDate: jobs.preferredDate,
  preferredTime: jobs.preferredTime,
  gutterLength: jobs.gutterLength,
  addOns: jobs.addOns,
  stories: jobs.stories,
  technicians: jobs.technicians,
  paymentId: jobs.paymentId,
  paymentStatus: jobs.paymentStatus,
  paymentState: jobs.paymentState,
  paidCents: jobs.paidCents,
  totalCents: jobs.totalCents,
  catalogPriceCents: jobs.catalogPriceCents,
  priority: jobs.priority,
  held: jobs.held,
  placeState: jobs.placeState,
  lat: jobs.lat,
  lng: jobs.lng,
  createdAt: jobs.createdAt,
  source: jobs.source,
  confirmedAt: jobs.confirmedAt,
  /** When it was booked or last taken off the schedule, which takes at least two changes. */
  waitsSince: sql<number>`CASE WHEN jobs.revision < 2 THEN jobs.created_at ELSE
    coalesce((SELECT max(v.at) FROM job_events AS v WHERE v.job_id = jobs.id
        AND v.kind IN ('pending', 'moved_by_customer')),
      jobs.created_at) END`,
  // The table name is written out, because Drizzle omits it when it sees only one table.
  inZip: sql<number>`EXISTS (SELECT 1 FROM franchise_zips AS z
    WHERE z.zip = jobs.zip AND z.franchise_id = jobs.franchise_id)`,
  /** The technician of the last visit. */
  lastWorkerId: sql<string | null>`(SELECT e.worker_id FROM jobs AS e
    WHERE e.customer_id = jobs.customer_id AND e.seq < jobs.seq
      AND e.status = 'completed' AND e.worker_id IS NOT NULL
    ORDER BY e.seq DESC LIMIT 1)`,
  /** The technician the customer asks for. */
  preferredWorkerId: sql<string | null>`(SELECT c.preferred_worker_id FROM customers AS c
    WHERE c.id = jobs.customer_id)`,
  ...chainColumns,
}

/** One page of jobs waiting for a visit, in booking order. */
export const pendingQuery = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(and(eq(jobs.status, 'pending'), gt(jobs.seq, sql.placeholder('after'))))
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

/** Jobs waiting at one franchise. The plus keeps SQLite from reading every job the franchise ever had. */
const waitsAt = and(
  eq(jobs.status, 'pending'),
  gt(jobs.seq, sql.placeholder('after')),
  sql`+${jobs.franchiseId} IS ${sql.placeholder('franchiseId')}`,
)

/** Dates are texts whose first ten characters count, and a time may fall on the day before or after. */
const wantedBefore = or(isNull(jobs.preferredDate), lt(jobs.preferredDate, sql.placeholder('before')))

/** Jobs that hold their place at a franchise, however many others book. */
export const firmQuery = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(
      and(
        waitsAt,
        wantedBefore,
        or(
          ne(jobs.source, 'public'),
          isNotNull(jobs.confirmedAt),
          notInArray(jobs.paymentState, [...unpaid]),
        ),
      ),
    )
    .orderBy(asc(jobs.seq))
    .limit(pageSize)

const contenderPageSize = 500

/** Unconfirmed online bookings, with just enough fields to decide whether they hold their place. */
export const contenderQuery = (db: Db) =>
  db
    .select({
      seq: jobs.seq,
      type: jobs.type,
      preferredDate: jobs.preferredDate,
      preferredTime: jobs.preferredTime,
      gutterLength: jobs.gutterLength,
      addOns: jobs.addOns,
      stories: jobs.stories,
    })
    .from(jobs)
    .where(
      and(
        waitsAt,
        eq(jobs.source, 'public'),
        isNull(jobs.confirmedAt),
        inArray(jobs.paymentState, [...unpaid]),
        eq(jobs.held, false),
        ne(jobs.placeState, 'unknown'),
        gt(jobs.createdAt, sql.placeholder('since')),
        gte(jobs.preferredDate, sql.placeholder('from')),
        lt(jobs.preferredDate, sql.placeholder('before')),
      ),
    )
    .orderBy(asc(jobs.seq))
    .limit(contenderPageSize)

/** The bookings that hold their place, with everything a plan needs. */
export const chosenQuery = (db: Db) =>
  db
    .select(columns)
    .from(jobs)
    .where(sql`${jobs.seq} IN ${amongNamed('chosen')}`)

const visitColumns = {
  ...columns,
  customerName: jobs.customerName,
  namedWorkerId: jobs.namedWorkerId,
  toldStart: jobs.toldStart,
  toldEnd: jobs.toldEnd,
  start: sql<number>`${jobs.scheduledStart}`,
  end: sql<number>`${jobs.scheduledEnd}`,
  busyUntil: sql<number>`${jobs.busyUntil}`,
  secondWorkerId: sql<string | null>`(SELECT s.worker_id FROM second_workers AS s WHERE s.job_id = jobs.id)`,
}

/** Visits of the next days whose times dispatch chose itself, along the index of starts. */
export const movableQuery = (db: Db) =>
  db
    .select(visitColumns)
    .from(jobs)
    .where(
      and(
        gt(jobs.scheduledStart, sql.placeholder('from')),
        lt(jobs.scheduledStart, sql.placeholder('before')),
        // The plus keeps SQLite from reading every scheduled job.
        sql`+${jobs.status} = 'scheduled'`,
        eq(jobs.movable, true),
        eq(jobs.locked, false),
        eq(jobs.held, false),
        isNotNull(jobs.workerId),
      ),
    )
    .orderBy(asc(jobs.scheduledStart), asc(jobs.seq))

/** The visits of one worker that aren't over, as the lead or as the second technician. */
const ownVisits = prepared((db) =>
  db
    .select(visitColumns)
    .from(jobs)
    .where(
      and(
        sql`(${jobs.workerId} = ${sql.placeholder('workerId')} OR ${jobs.id} IN
          (SELECT s.job_id FROM second_workers AS s WHERE s.worker_id = ${sql.placeholder('workerId')}
            AND s.start >= ${sql.placeholder('from')} AND s.start < ${sql.placeholder('before')}))`,
        gte(jobs.scheduledStart, sql.placeholder('from')),
        lt(jobs.scheduledStart, sql.placeholder('before')),
        sql`+${jobs.status} IN ('scheduled', 'en_route', 'in_progress')`,
      ),
    )
    .orderBy(asc(jobs.scheduledStart)),
)

/** Scheduled visits that come after one that a worker is on the way to or at. */
const visitsBehind = prepared((db) =>
  db
    .select(visitColumns)
    .from(jobs)
    .where(
      and(
        sql`${jobs.id} IN (SELECT link.job_id FROM following_jobs AS link JOIN jobs AS first
          ON first.id = link.after_job_id
          WHERE first.worker_id = ${sql.placeholder('workerId')}
            AND first.scheduled_start >= ${sql.placeholder('from')}
            AND first.scheduled_start < ${sql.placeholder('before')}
            AND first.status IN ('en_route', 'in_progress'))`,
        sql`+${jobs.status} = 'scheduled'`,
      ),
    )
    .orderBy(asc(jobs.scheduledStart)),
)

const movableRows = prepared(movableQuery)
const firmPage = prepared(firmQuery)
const contenderPage = prepared(contenderQuery)
const chosenRows = prepared(chosenQuery)
const pendingPage = prepared(pendingQuery)
const oneJob = prepared((db) =>
  db
    .select(columns)
    .from(jobs)
    .where(eq(jobs.id, sql.placeholder('id')))
    .limit(1),
)

export type OpenRow = Awaited<ReturnType<typeof pendingPage.all>>[number]

export type VisitRow = Awaited<ReturnType<typeof movableRows.all>>[number]

export const readMovable = (db: Db, span: { from: number; before: number }): Promise<VisitRow[]> =>
  movableRows.all(db, span)

export const readOwnVisits = (
  db: Db,
  span: { workerId: string; from: number; before: number },
): Promise<VisitRow[]> => ownVisits.all(db, span)

export const readVisitsBehind = (
  db: Db,
  span: { workerId: string; from: number; before: number },
): Promise<VisitRow[]> => visitsBehind.all(db, span)

/** Read in pages, because reading thousands of rows at once would delay requests. */
export const pendingPages = (db: Db): AsyncGenerator<OpenRow[]> =>
  pagesOf(pageSize, (after) => pendingPage.all(db, { after }))

/** The requested dates, up to but not including `before`. */
export interface AskedDates {
  franchiseId: string | null
  from: string
  before: string
}

export const firmPages = (db: Db, asked: AskedDates): AsyncGenerator<OpenRow[]> =>
  pagesOf(pageSize, (after) => firmPage.all(db, { ...asked, after }))

export const contenderPages = (db: Db, asked: AskedDates & { since: number }) =>
  pagesOf(contenderPageSize, (after) => contenderPage.all(db, { ...asked, after }))

export const readChosen = (db: Db, chosen: readonly number[]): Promise<OpenRow[]> =>
  chosenRows.all(db, { chosen: JSON.stringify(chosen) })

async function* pagesOf<Row extends { seq: number }>(
  size: number,
  read: (after: number) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  for (let after = 0; ;) {
    const page = await read(after)
    yield page
    const last = page.at(-1)
    if (!last || page.length < size) return
    after = last.seq
    await nextTurn()
  }
}

export const readOpenJob = (db: Db, id: string): Promise<OpenRow | undefined> => oneJob.get(db, { id })
