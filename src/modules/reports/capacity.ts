import { eq } from 'drizzle-orm'
import { franchises, workers, workerShifts, workerTimeOff } from '../../../db/schema'
import type { Deps } from '../../deps'
import { clockSpan, lostTo, merged } from './absences'
import { dayNumberAt, monthOf, weekdayOf, type DayNumber } from './sums/days'

export interface Capacity {
  minutes: number
  /** Days on which a worker works, summed over the workers. */
  workerDays: number
}

interface Member {
  since: DayNumber
  /** What is worked on each weekday, Monday first. */
  minutes: number[]
  /** What is lost of a day to time off. */
  lost: Map<DayNumber, number>
}

interface Span {
  from: DayNumber
  to: DayNumber
}

/**
 * How much the active workers can do, by month, going by their present weekly hours. Nobody knows what
 * hours they had before, so this is a yardstick and not a time sheet.
 */
export async function capacityByMonth(
  deps: Deps,
  franchiseId: string | null,
  { from, to, firstVisit }: Span & { firstVisit: DayNumber },
): Promise<{ workers: number; months: Map<string, Capacity> }> {
  const rows = await activeWorkers(deps, franchiseId)
  const since = rows.map(({ createdAt }) => dayNumberAt(createdAt, deps.config.business.timeZone))
  const first = Math.max(from, Math.min(firstVisit, ...since))
  const crew = await crewOf(deps, rows, { from: first, to })
  const months = new Map<string, Capacity>()
  for (let day = first; day <= to; day++) {
    const weekday = weekdayOf(day) - 1
    const month = monthOf(day)
    const sum = months.get(month) ?? { minutes: 0, workerDays: 0 }
    months.set(month, sum)
    for (const { since, minutes, lost } of crew) {
      const worked = (minutes[weekday] ?? 0) - (lost.get(day) ?? 0)
      if (worked <= 0 || day < since) continue
      sum.minutes += worked
      sum.workerDays += 1
    }
  }
  return { workers: crew.length, months }
}

async function activeWorkers({ store }: Deps, franchiseId: string | null) {
  const rows = await store.read
    .select({
      id: workers.id,
      franchiseId: workers.franchiseId,
      createdAt: workers.createdAt,
      timeZone: franchises.timeZone,
    })
    .from(workers)
    .leftJoin(franchises, eq(franchises.id, workers.franchiseId))
    .where(eq(workers.active, true))
  return rows.filter((worker) => franchiseId === null || worker.franchiseId === franchiseId)
}

async function crewOf(
  { store, config }: Deps,
  rows: Awaited<ReturnType<typeof activeWorkers>>,
  span: Span,
): Promise<Member[]> {
  const { timeZone: business } = config.business
  const shifts = Map.groupBy(await store.read.select().from(workerShifts), ({ workerId }) => workerId)
  const absences = Map.groupBy(await store.read.select().from(workerTimeOff), ({ workerId }) => workerId)
  return rows.map(({ id, createdAt, timeZone }) => {
    const own = shifts.get(id) ?? []
    const minutes = [0, 0, 0, 0, 0, 0, 0]
    for (const { weekday, startMinute, endMinute } of own) minutes[weekday - 1]! += endMinute - startMinute
    const away = merged((absences.get(id) ?? []).map((absence) => clockSpan(absence, timeZone ?? business)))
    return { since: dayNumberAt(createdAt, business), minutes, lost: lostTo(away, own, span) }
  })
}
