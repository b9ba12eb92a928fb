import { and, eq, gt, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import { jobs, secondWorkers, workers, workerShifts, workerTimeOff } from '../../../../db/schema'
import { prepared, type Db } from '../../../../db/store'
import { day } from '../../../lib/clock'
import { isUnderWay, planned } from '../../../lib/job-states'
import { trafficOn, type Lunch } from '../../../settings/hours'
import { nextTurn } from '../engine/slices'
import type { Interval, Place, WorkDay } from '../engine/world'
import type { CrewWorker } from '../planner/replan'
import type { Calendar, LocalDay } from './calendar'

/** Workers per read: their visits of a week are a few hundred rows. */
const crewBatchSize = 25

export interface CrewMember {
  id: string
  name: string
  franchiseId: string | null
  active: boolean
  skills: string[]
  homeLat: number | null
  homeLng: number | null
  maxJobsPerDay: number | null
  maxMinutesPerDay: number | null
  /** Null is the company's lunch break. */
  lunch: Lunch | null
  /** Null is the company's rule. */
  overtimeMinutes: number | null
  /** Everything a plan depends on, to check later whether it still applies. */
  state: string
}

/** The workers of one franchise, of HQ (null), or all (undefined). */
export function readMembers(db: Db, franchiseId: string | null | undefined, { inactive = false } = {}) {
  const ofFranchise: SQL | undefined =
    franchiseId === undefined
      ? undefined
      : franchiseId === null
        ? isNull(workers.franchiseId)
        : eq(workers.franchiseId, franchiseId)
  return db
    .select({
      id: workers.id,
      name: workers.name,
      franchiseId: workers.franchiseId,
      active: workers.active,
      skills: workers.skills,
      homeLat: workers.homeLat,
      homeLng: workers.homeLng,
      maxJobsPerDay: workers.maxJobsPerDay,
      maxMinutesPerDay: workers.maxMinutesPerDay,
      lunch: workers.lunch,
      overtimeMinutes: workers.overtimeMinutes,
      state: workerState,
    })
    .from(workers)
    .where(and(ofFranchise, inactive ? undefined : eq(workers.active, true)))
}

export interface Period {
  calendar: Calendar
  days: readonly LocalDay[]
  /** Where everyone without a starting address begins and ends the day. */
  base: Place | null
  now: number
}

/** Workers with their hours, time off and scheduled visits in a period. */
export async function readCrew(db: Db, members: CrewMember[], period: Period): Promise<CrewWorker[]> {
  const crew: CrewWorker[] = []
  for (let from = 0; from < members.length; from += crewBatchSize) {
    const some = members.slice(from, from + crewBatchSize)
    const ids = some.map(({ id }) => id)
    const shifts = Map.groupBy(await shiftsOf(db, ids), ({ workerId }) => workerId)
    const timeOff = Map.groupBy(await timeOffOf(db, ids, period), ({ workerId }) => workerId)
    const made = [...(await visitsOf(db, ids, period)), ...(await helpedVisitsOf(db, ids, period))]
    const visits = Map.groupBy(made, ({ workerId }) => workerId)
    for (const { homeLat, homeLng, lunch, overtimeMinutes, name: _, state: __, ...member } of some)
      crew.push({
        ...member,
        skills: member.skills.map(skillKey),
        overtime: period.calendar.overtimeOf(overtimeMinutes),
        home: placeOf(homeLat, homeLng) ?? period.base,
        days: period.days.map((day) => ({
          ...workDay(day, shifts.get(member.id) ?? [], period.calendar),
          lunch: period.calendar.lunchOn(day.date, lunch),
        })),
        timeOff: (timeOff.get(member.id) ?? []).map(({ startsAt, endsAt }) => ({
          start: startsAt,
          end: endsAt,
        })),
        visits: (visits.get(member.id) ?? []).map((row) => committed(row, period.now)),
      })
    await nextTurn()
  }
  return crew
}

/** People write skills by hand, so case doesn't matter. */
export const skillKey = (skill: string): string => skill.trim().toLowerCase()

export const placeOf = (lat: number | null, lng: number | null): Place | null =>
  lat === null || lng === null ? null : { lat, lng }

export function shiftsOf(db: Db, ids: string[]) {
  return db.select().from(workerShifts).where(inArray(workerShifts.workerId, ids))
}

export function timeOffOf(db: Db, ids: string[], { now, days }: Period) {
  const { workerId, startsAt, endsAt } = workerTimeOff
  return db
    .select({ workerId, startsAt, endsAt })
    .from(workerTimeOff)
    .where(
      and(inArray(workerId, ids), lt(startsAt, days.at(-1)?.end ?? now), gt(endsAt, days[0]?.start ?? now)),
    )
}

/** Includes completed visits: they count toward the daily limits and show where the worker is. */
const counted = [...planned, 'completed'] as const

const visitColumns = {
  jobId: jobs.id,
  workerId: jobs.workerId,
  status: jobs.status,
  start: jobs.scheduledStart,
  end: jobs.scheduledEnd,
  busyUntil: jobs.busyUntil,
  startedAt: jobs.startedAt,
  lat: jobs.lat,
  lng: jobs.lng,
}

/** The visits these workers lead. */
export function visitsOf(db: Db, ids: string[], period: Period) {
  const { from, before } = reachOf(period)
  return db
    .select(visitColumns)
    .from(jobs)
    .where(
      and(
        inArray(jobs.workerId, ids),
        gt(jobs.scheduledStart, from),
        lt(jobs.scheduledStart, before),
        inArray(jobs.status, counted),
      ),
    )
}

/** The visits on which these workers are the second technician. */
export function helpedVisitsOf(db: Db, ids: string[], period: Period) {
  const { from, before } = reachOf(period)
  return db
    .select({ ...visitColumns, workerId: secondWorkers.workerId })
    .from(secondWorkers)
    .innerJoin(jobs, eq(jobs.id, secondWorkers.jobId))
    .where(
      and(
        inArray(secondWorkers.workerId, ids),
        gt(secondWorkers.start, from),
        lt(secondWorkers.start, before),
        inArray(jobs.status, counted),
      ),
    )
}

/** A visit lasts at most a day, so earlier ones are over. */
const reachOf = ({ now, days }: Period) => ({
  from: (days[0]?.start ?? now) - day,
  before: days.at(-1)?.end ?? now,
})

type VisitRow = Awaited<ReturnType<typeof visitsOf>>[number]

/**
 * A visit as it stands now: a finished one takes no more time, and a current one lasts at least until now, or as
 * long as planned from the moment it began or will begin.
 */
function committed(
  { jobId, status, lat, lng, ...times }: VisitRow,
  now: number,
): CrewWorker['visits'][number] {
  const [start, end, busyUntil] = [times.start ?? now, times.end ?? now, times.busyUntil ?? now]
  const place = placeOf(lat, lng)
  if (status === 'completed') {
    const over = Math.min(end, now)
    return { jobId, start: Math.min(start, over), end: over, busyUntil: Math.min(busyUntil, now), place }
  }
  const lasts = (times.startedAt ?? Math.max(start, now)) + (busyUntil - start)
  return {
    jobId,
    start,
    end,
    busyUntil: isUnderWay(status) ? Math.max(busyUntil, lasts, now) : busyUntil,
    place,
  }
}

function workDay(
  { date, weekday, start, end }: LocalDay,
  shifts: { weekday: number; startMinute: number; endMinute: number }[],
  calendar: Calendar,
): WorkDay {
  const today = shifts.filter((shift) => shift.weekday === weekday)
  const interval = ({ startMinute, endMinute }: (typeof shifts)[number]): Interval => ({
    start: calendar.momentOf(date, startMinute),
    end: calendar.momentOf(date, endMinute),
  })
  return {
    date,
    start,
    end,
    shifts: today.map(interval),
    traffic: trafficOn(calendar.rushHours, weekday),
  }
}

/**
 * Everything a plan uses from a worker except the visits, as one text that changes with any of it. A
 * timestamp wouldn't do, because two changes can happen in the same millisecond.
 */
export const workerState = sql<string>`json_array(workers.active, workers.franchise_id, workers.skills,
  workers.home_lat, workers.home_lng, workers.max_jobs_per_day, workers.max_minutes_per_day, workers.lunch,
  workers.overtime_minutes,
  (SELECT group_concat(s.weekday || ' ' || s.start_minute || ' ' || s.end_minute)
    FROM worker_shifts AS s WHERE s.worker_id = workers.id),
  (SELECT group_concat(o.starts_at || ' ' || o.ends_at)
    FROM worker_time_off AS o WHERE o.worker_id = workers.id))`

const stateById = prepared((db) =>
  db
    .select({ state: workerState })
    .from(workers)
    .where(eq(workers.id, sql.placeholder('id')))
    .limit(1),
)

/** A short fingerprint to send along with a plan. */
export const basisOf = (state: string): string => Bun.hash(state).toString(36)

/** Of two technicians, both count. */
export const joinBases = (bases: readonly string[]): string => bases.join('.')

/** The current basis of a plan for these technicians. */
export async function readBasis(db: Db, workerIds: readonly string[]): Promise<string> {
  const bases: string[] = []
  for (const id of workerIds) bases.push(basisOf((await stateById.get(db, { id }))?.state ?? ''))
  return joinBases(bases)
}
