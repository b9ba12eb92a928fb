import { and, asc, eq, gt, isNotNull } from 'drizzle-orm'
import { franchises, jobs, workers } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { zonedAt } from '../../../lib/calendar'
import { day, minute } from '../../../lib/clock'
import { estimateMinutes } from '../../../providers/routing/estimate'
import type { RushHours } from '../../../settings/hours'
import { nextTurn } from '../engine/slices'
import type { LearnedTraffic } from './model'

const learnedDays = 90
/** Fewer drives in an hour say nothing about it. */
const fewestInHour = 20
const fewestDrives = 200
/** Somebody who leaves later came from elsewhere. */
const leavesWithin = 15 * minute
/** Shorter drives are mostly parking. */
const shortestMinutes = 5
const longestRatio = 4
/** Differences below this aren't worth a rule. */
const leastPercent = 15
const roundedTo = 5

/** The days that share their traffic. */
const kinds = [[1, 2, 3, 4, 5], [6], [7]]

interface Drive {
  weekday: number
  hour: number
  /** The time it took compared with the estimate. */
  ratio: number
}

/**
 * Rush hours as the technicians' steps show them: from "on the way" right after a visit to the start of the
 * next one. Only differences between hours count, so it doesn't matter how good the estimates are.
 */
export async function learnTraffic({ store, clock, settings }: Deps): Promise<LearnedTraffic> {
  const drives: Drive[] = []
  for (const { id, timeZone } of await everyWorker(store.read)) {
    const visits = await visitsOf(store.read, id, clock.now() - learnedDays * day)
    drives.push(...drivesBetween(visits, timeZone ?? settings.business.timeZone))
    await nextTurn()
  }
  const isEnough = drives.length >= fewestDrives
  return { drives: drives.length, enough: fewestDrives, rushHours: isEnough ? kinds.flatMap(found) : [] }

  function found(weekdays: number[]): RushHours[] {
    const usual = median(drives.map(({ ratio }) => ratio))
    const today = Map.groupBy(
      drives.filter(({ weekday }) => weekdays.includes(weekday)),
      ({ hour }) => hour,
    )
    const slow = Array.from({ length: 24 }, (_, hour) => {
      const ratios = (today.get(hour) ?? []).map(({ ratio }) => ratio)
      return ratios.length < fewestInHour ? 0 : percentOver(median(ratios), usual)
    })
    return grouped(slow).map((span) => ({ weekdays, ...span }))
  }
}

const everyWorker = (db: Db) =>
  db
    .select({ id: workers.id, timeZone: franchises.timeZone })
    .from(workers)
    .leftJoin(franchises, eq(franchises.id, workers.franchiseId))

export function visitsOf(db: Db, workerId: string, since: number) {
  const { lat, lng, enRouteAt, startedAt, completedAt, scheduledStart, status } = jobs
  return db
    .select({ lat, lng, enRouteAt, startedAt, completedAt })
    .from(jobs)
    .where(
      and(
        eq(jobs.workerId, workerId),
        gt(scheduledStart, since),
        eq(status, 'completed'),
        isNotNull(completedAt),
      ),
    )
    .orderBy(asc(scheduledStart))
}

type Visit = Awaited<ReturnType<typeof visitsOf>>[number]

function drivesBetween(visits: readonly Visit[], timeZone: string): Drive[] {
  return visits.flatMap((visit, at) => {
    const before = visits[at - 1]
    const { enRouteAt: left, startedAt: arrived } = visit
    if (!before || before.completedAt === null || left === null || arrived === null) return []
    if (left < before.completedAt || left - before.completedAt > leavesWithin) return []
    const [from, to] = [pointOf(before), pointOf(visit)]
    if (!from || !to) return []
    const usual = estimateMinutes(from, to)
    const ratio = (arrived - left) / minute / usual
    if (usual < shortestMinutes || ratio <= 0 || ratio > longestRatio) return []
    const { dayOfWeek: weekday, hour } = zonedAt(left, timeZone)
    return [{ weekday, hour, ratio }]
  })
}

const pointOf = ({ lat, lng }: Visit) => (lat === null || lng === null ? null : { lat, lng })

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 1
}

function percentOver(ratio: number, usual: number): number {
  const percent = Math.round(((ratio / usual - 1) * 100) / roundedTo) * roundedTo
  return percent < leastPercent ? 0 : percent
}

/** Neighboring hours become one span with their average. */
function grouped(slow: readonly number[]): Omit<RushHours, 'weekdays'>[] {
  const spans: Omit<RushHours, 'weekdays'>[] = []
  for (let from = 0; from < slow.length; from += 1) {
    if (slow[from] === 0) continue
    let until = from
    while ((slow[until] ?? 0) > 0) until += 1
    const percents = slow.slice(from, until)
    const average = percents.reduce((sum, percent) => sum + percent, 0) / percents.length
    const longerPercent = Math.round(average / roundedTo) * roundedTo
    spans.push({ fromHour: from, untilHour: until, longerPercent })
    from = until
  }
  return spans
}
