import { and, eq, gt, inArray, lte } from 'drizzle-orm'
import { franchises, jobs, secondWorkers, workers, workerShifts, workerTimeOff } from '../../../db/schema'
import { jobStatuses } from '../../../db/schema/jobs'
import type { Deps } from '../../deps'
import { zonedAt } from '../../lib/calendar'
import { underWay } from '../../lib/job-states'
import { unitsFromCents } from '../../lib/money'
import type { Metrics } from './model'
import { countByStatus, netRevenueCents } from './reports/stored-sums'

export async function readMetrics(deps: Deps): Promise<Metrics> {
  const byStatus = await countByStatus(deps)
  return {
    jobs: { total: jobStatuses.reduce((total, status) => total + byStatus[status], 0), ...byStatus },
    workers: await countWorkers(deps),
    revenue: { total: unitsFromCents(await netRevenueCents(deps)), completedJobs: byStatus.completed },
  }
}

/** Active workers, and how many of them could take a job right now. */
export async function countWorkers({
  store,
  clock,
  settings,
}: Deps): Promise<{ total: number; available: number }> {
  const now = clock.now()
  const active = await store.read
    .select({ id: workers.id, timeZone: franchises.timeZone })
    .from(workers)
    .leftJoin(franchises, eq(franchises.id, workers.franchiseId))
    .where(eq(workers.active, true))
  const localTime = localTimes(now)
  const zoneOf = (timeZone: string | null) => localTime(timeZone ?? settings.business.timeZone)
  const weekdays = [...new Set(active.map(({ timeZone }) => zoneOf(timeZone).weekday))]
  const today = await store.read.select().from(workerShifts).where(inArray(workerShifts.weekday, weekdays))
  const shifts = Map.groupBy(today, ({ workerId }) => workerId)
  const away = await store.read
    .select({ id: workerTimeOff.workerId })
    .from(workerTimeOff)
    .where(and(lte(workerTimeOff.startsAt, now), gt(workerTimeOff.endsAt, now)))
  const busy = await store.read
    .select({ id: jobs.workerId, second: secondWorkers.workerId })
    .from(jobs)
    .leftJoin(secondWorkers, eq(secondWorkers.jobId, jobs.id))
    .where(inArray(jobs.status, underWay))
  const taken = new Set([...away.map(({ id }) => id), ...busy.flatMap(({ id, second }) => [id, second])])
  const available = active.filter(({ id, timeZone }) => {
    const { weekday, minute } = zoneOf(timeZone)
    const atWork = shifts
      .get(id)
      ?.some((shift) => shift.weekday === weekday && shift.startMinute <= minute && minute < shift.endMinute)
    return atWork === true && !taken.has(id)
  })
  return { total: active.length, available: available.length }
}

/** The local weekday and minute, computed once per time zone. */
function localTimes(now: number): (timeZone: string) => { weekday: number; minute: number } {
  const known = new Map<string, { weekday: number; minute: number }>()
  return (timeZone) => {
    const found = known.get(timeZone)
    if (found) return found
    const local = zonedAt(now, timeZone)
    const time = { weekday: local.dayOfWeek, minute: local.hour * 60 + local.minute }
    known.set(timeZone, time)
    return time
  }
}
