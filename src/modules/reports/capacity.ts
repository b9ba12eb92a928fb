import { eq } from 'drizzle-orm'
import { workers, workerShifts, workerTimeOff } from '../../../db/schema'
import type { Deps } from '../../deps'
import { dayNumberAt, monthOf, weekdayOf, type DayNumber } from './sums/days'

export interface Capacity {
  minutes: number
  /** Days on which a worker works, summed over the workers. */
  workerDays: number
}

interface Crew {
  since: DayNumber
  /** By weekday, Monday first. */
  minutes: number[]
  away: { from: DayNumber; to: DayNumber }[]
}

/**
 * How much the active workers can do, by month, going by their present weekly hours. Nobody knows what
 * hours they had before, so this is a yardstick and not a time sheet.
 */
export async function capacityByMonth(
  deps: Deps,
  franchiseId: string | null,
  { from, to, firstVisit }: { from: DayNumber; to: DayNumber; firstVisit: DayNumber },
): Promise<{ workers: number; months: Map<string, Capacity> }> {
  const crew = await activeCrew(deps, franchiseId)
  const months = new Map<string, Capacity>()
  const first = Math.max(from, Math.min(firstVisit, ...crew.map(({ since }) => since)))
  for (let day = first; day <= to; day++) {
    const weekday = weekdayOf(day) - 1
    const month = monthOf(day)
    const sum = months.get(month) ?? { minutes: 0, workerDays: 0 }
    months.set(month, sum)
    for (const { since, minutes, away } of crew) {
      const worked = minutes[weekday] ?? 0
      if (worked === 0 || day < since || away.some((absence) => absence.from <= day && day < absence.to))
        continue
      sum.minutes += worked
      sum.workerDays += 1
    }
  }
  return { workers: crew.length, months }
}

async function activeCrew({ store, config }: Deps, franchiseId: string | null): Promise<Crew[]> {
  const { timeZone } = config.business
  const rows = await store.read.select().from(workers).where(eq(workers.active, true))
  const wanted = rows.filter((worker) => franchiseId === null || worker.franchiseId === franchiseId)
  const shifts = Map.groupBy(await store.read.select().from(workerShifts), ({ workerId }) => workerId)
  const absences = Map.groupBy(await store.read.select().from(workerTimeOff), ({ workerId }) => workerId)
  return wanted.map(({ id, createdAt }) => {
    const minutes = [0, 0, 0, 0, 0, 0, 0]
    for (const { weekday, startMinute, endMinute } of shifts.get(id) ?? [])
      minutes[weekday - 1]! += endMinute - startMinute
    // Whole days count: an hour at the dentist is not an absence.
    const away = (absences.get(id) ?? []).map(({ startsAt, endsAt }) => ({
      from: dayNumberAt(startsAt, timeZone),
      to: dayNumberAt(endsAt, timeZone),
    }))
    return { since: dayNumberAt(createdAt, timeZone), minutes, away }
  })
}
