import { and, asc, desc, eq, gte, inArray, isNull, lt, lte, sql, type SQL } from 'drizzle-orm'
import { oneOf } from '../../../../db/schema/columns'
import { jobs } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { localDateAt, daysAfter } from '../../../lib/calendar'
import { day, isoTime, isoTimeOrNull, minute } from '../../../lib/clock'
import { planned } from '../../../lib/job-states'
import { consolePage } from '../diagnosis/check'
import type { TodayLine } from './model'
import { fresh, perKind, type Reach } from './reach'

/** A technician may arrive a little late without anybody having to act. */
const grace = 15 * minute
const unassignedAhead = 2 * day
const waitingAheadDays = 2

type Row = Pick<
  typeof jobs.$inferSelect,
  | 'id'
  | 'customerName'
  | 'type'
  | 'status'
  | 'scheduledStart'
  | 'scheduledEnd'
  | 'preferredDate'
  | 'franchiseId'
  | 'createdAt'
>

const {
  id,
  customerName,
  type,
  status,
  scheduledStart,
  scheduledEnd,
  preferredDate,
  franchiseId,
  createdAt,
} = jobs
export const shownOfJob = {
  id,
  customerName,
  type,
  status,
  scheduledStart,
  scheduledEnd,
  preferredDate,
  franchiseId,
  createdAt,
}

export const presentTodayJob = (row: Row) => ({
  id: row.id,
  customerName: row.customerName,
  type: row.type,
  status: row.status,
  scheduledStart: isoTimeOrNull(row.scheduledStart),
  preferredDate: row.preferredDate,
  franchiseId: row.franchiseId,
})

const inReach = ({ franchiseId: only }: Reach) =>
  only === undefined ? undefined : sql`+${franchiseId} = ${only}`

/** Written as in the schema, because a partial index is used only for the same condition. */
const isOpenVisit: SQL = oneOf(status, planned)

/**
 * The index is named, because SQLite would rather read every scheduled visit and sort them. The few it finds
 * are sorted once more.
 */
const openVisits = (condition: SQL | undefined, order: SQL) =>
  inArray(
    jobs.seq,
    sql`(SELECT ${jobs.seq} FROM ${jobs} INDEXED BY jobs_open_visits WHERE ${isOpenVisit} AND ${condition}
      ORDER BY ${order} LIMIT ${perKind + 1})`,
  )

const jobPage = (jobId: string, action: string) => consolePage('today', { job: jobId, do: action })

/** Visits that should have started or ended by now, however long ago. */
export function lateVisits({ store, clock }: Deps, reach: Reach) {
  const now = clock.now()
  return store.read
    .select(shownOfJob)
    .from(jobs)
    .where(
      openVisits(
        and(
          lt(scheduledStart, now - grace),
          sql`(${status} <> 'in_progress' OR ${scheduledEnd} < ${now - grace})`,
          inReach(reach),
        ),
        sql`${scheduledStart} DESC, ${jobs.seq} DESC`,
      ),
    )
    .orderBy(desc(scheduledStart), desc(jobs.seq))
}

const lateWords: Record<string, (name: string) => string> = {
  scheduled: (name) => `${name}'s visit hasn't started`,
  en_route: (name) => `The technician hasn't arrived at ${name}'s`,
  in_progress: (name) => `${name}'s visit is running over`,
}

export function lateLine(row: Row, now: number): TodayLine {
  const start = row.scheduledStart ?? now
  return {
    ...fresh,
    key: `visit.late:${row.id}:${start}`,
    group: 'visits',
    kind: 'visit.late',
    title: (lateWords[row.status] ?? lateWords.scheduled)?.(row.customerName) ?? row.customerName,
    since: isoTime(start),
    urgent: true,
    // A visit that is under way can't be moved; its status is what is wrong.
    fix:
      row.status === 'scheduled'
        ? { label: 'Reschedule', page: jobPage(row.id, 'schedule') }
        : { label: 'Update status', page: jobPage(row.id, 'status') },
    job: presentTodayJob(row),
  }
}

/** Visits in the next two days that customers expect and nobody is assigned to. */
export function unassignedVisits({ store, clock }: Deps, reach: Reach) {
  const now = clock.now()
  return store.read
    .select(shownOfJob)
    .from(jobs)
    .where(
      openVisits(
        and(
          gte(scheduledStart, now - grace),
          lte(scheduledStart, now + unassignedAhead),
          isNull(jobs.workerId),
          inReach(reach),
        ),
        sql`${scheduledStart}, ${jobs.seq}`,
      ),
    )
    .orderBy(asc(scheduledStart), asc(jobs.seq))
}

export const unassignedLine = (row: Row): TodayLine => ({
  ...fresh,
  key: `visit.unassigned:${row.id}:${row.scheduledStart ?? 0}`,
  group: 'jobs',
  kind: 'visit.unassigned',
  title: `${row.customerName}'s visit is unassigned`,
  since: isoTime(row.createdAt),
  urgent: true,
  fix: { label: 'Assign', page: jobPage(row.id, 'assign') },
  job: presentTodayJob(row),
})

const todayOf = ({ clock, settings }: Pick<Deps, 'clock' | 'settings'>): string =>
  localDateAt(clock.now(), settings.business.timeZone)

/** Jobs without a visit whose preferred date is close or over. */
export function waitingJobs(deps: Deps, reach: Reach) {
  const { store } = deps
  const soon = daysAfter(todayOf(deps), waitingAheadDays)
  return store.read
    .select(shownOfJob)
    .from(jobs)
    .where(
      and(
        eq(status, 'pending'),
        eq(jobs.held, false),
        sql`${preferredDate} IS NOT NULL AND ${preferredDate} <= ${soon}`,
        inReach(reach),
      ),
    )
    .orderBy(asc(preferredDate), asc(jobs.seq))
    .limit(perKind + 1)
}

export const waitingLine = (deps: Pick<Deps, 'clock' | 'settings'>, row: Row): TodayLine => ({
  ...fresh,
  key: `job.waiting:${row.id}:${row.preferredDate ?? ''}`,
  group: 'jobs',
  kind: 'job.waiting',
  title: `${row.customerName}'s job isn't scheduled`,
  since: isoTime(row.createdAt),
  urgent: row.preferredDate !== null && row.preferredDate.slice(0, 10) <= todayOf(deps),
  fix: { label: 'Schedule', page: jobPage(row.id, 'schedule') },
  job: presentTodayJob(row),
})
