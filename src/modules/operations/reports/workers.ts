import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { franchises, workers, workerShifts, workerTimeOff } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { crowded } from './crowds'
import { dayNumberAt, monthOf, weekdayOf, clockMinuteAt, type DayNumber } from './days'
import type { WorkersReport } from './model'
import { visitSummary } from './summaries'
import { sumsBy, byMonth, ratio, totalOf, type Scope } from './sums'

type Measure = keyof typeof visitSummary.measures
const measures = Object.keys(visitSummary.measures) as Measure[]
const nothing = Object.fromEntries(measures.map((name) => [name, 0])) as Record<Measure, number>

/** Totals over all workers, never about one person. */
export async function workersReport(deps: Deps, scope: Scope): Promise<z.infer<typeof WorkersReport>> {
  const today = dayNumberAt(deps.clock.now(), deps.settings.business.timeZone)
  // Visits in the future can't be done or late yet.
  const to = Math.min(scope.to ?? today, today)
  const days = await sumsBy(deps, visitSummary, 'day', { ...scope, to })
  const firstVisit = Number(days[0]?.key ?? today)
  const span = { from: scope.from ?? firstVisit, to, firstVisit }
  const { workers: active, months: capacity } = await capacityByMonth(deps, scope.franchiseId, span)
  const visits = new Map(byMonth(days, measures).map(({ month, ...sums }) => [month, sums]))
  return {
    workers: active,
    ...figures(totalOf<Measure>(days, measures), totalOf([...capacity.values()], ['minutes', 'workerDays'])),
    months: crowded(
      scope,
      [...capacity].map(([month, available]) => ({ month, sums: visits.get(month) ?? nothing, available })),
      ({ sums }) => sums.visits,
      (rest) => ({
        month: 'other',
        sums: totalOf<Measure>(
          rest.map(({ sums }) => sums),
          measures,
        ),
        available: totalOf(
          rest.map(({ available }) => available),
          ['minutes', 'workerDays'],
        ),
      }),
    ).map(({ month, sums, available }) => ({ month, ...figures(sums, available) })),
  }
}

function figures(sums: Record<Measure, number>, available: Capacity) {
  return {
    visits: sums.visits,
    completed: sums.completed,
    noShows: sums.no_show,
    busyHours: hours(sums.minutes),
    availableHours: hours(available.minutes),
    utilisation: ratio(sums.minutes, available.minutes),
    jobsPerWorkerDay: ratio(sums.completed, available.workerDays),
    onTimeShare: ratio(sums.on_time, sums.started),
  }
}

const hours = (minutes: number): number => Math.round((minutes / 60) * 100) / 100

export interface Capacity {
  minutes: number
  /** Working days, added up over the workers. */
  workerDays: number
}

interface Member {
  since: DayNumber
  /** Working minutes of each weekday, Monday first. */
  minutes: number[]
  /** Minutes lost to time off, by day. */
  lost: Map<DayNumber, number>
}

interface Span {
  from: DayNumber
  to: DayNumber
}

/**
 * The capacity of the active workers by month. Past weekly hours aren't stored, so it uses today's hours for every
 * month: a yardstick, not a time sheet.
 */
export async function capacityByMonth(
  deps: Deps,
  franchiseId: string | null,
  { from, to, firstVisit }: Span & { firstVisit: DayNumber },
): Promise<{ workers: number; months: Map<string, Capacity> }> {
  const rows = await activeWorkers(deps, franchiseId)
  const since = rows.map(({ createdAt }) => dayNumberAt(createdAt, deps.settings.business.timeZone))
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
  { store, settings }: Deps,
  rows: Awaited<ReturnType<typeof activeWorkers>>,
  span: Span,
): Promise<Member[]> {
  const { timeZone: business } = settings.business
  const shifts = Map.groupBy(await store.read.select().from(workerShifts), ({ workerId }) => workerId)
  const absences = Map.groupBy(await store.read.select().from(workerTimeOff), ({ workerId }) => workerId)
  return rows.map(({ id, createdAt, timeZone }) => {
    const own = shifts.get(id) ?? []
    const minutes = [0, 0, 0, 0, 0, 0, 0]
    for (const { weekday, startMinute, endMinute } of own)
      minutes[weekday - 1] = (minutes[weekday - 1] ?? 0) + endMinute - startMinute
    const away = merged((absences.get(id) ?? []).map((absence) => clockSpan(absence, timeZone ?? business)))
    return { since: dayNumberAt(createdAt, business), minutes, lost: lostTo(away, own, span) }
  })
}

/** Minutes since 1970 in local time, the same clock that shifts use. */
export interface ClockSpan {
  start: number
  end: number
}

type Shift = Pick<typeof workerShifts.$inferSelect, 'weekday' | 'startMinute' | 'endMinute'>

const dayMinutes = 1_440

export const clockSpan = (
  { startsAt, endsAt }: { startsAt: number; endsAt: number },
  timeZone: string,
): ClockSpan => ({ start: clockMinuteAt(startsAt, timeZone), end: clockMinuteAt(endsAt, timeZone) })

/** Joins overlapping spans, so no time counts twice. */
export function merged(spans: ClockSpan[]): ClockSpan[] {
  const whole: ClockSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else whole.push({ ...span })
  }
  return whole
}

/** Minutes of the shifts that fall into time off, by day, within the given days. */
export function lostTo(
  away: readonly ClockSpan[],
  shifts: readonly Shift[],
  { from, to }: { from: DayNumber; to: DayNumber },
): Map<DayNumber, number> {
  const lost = new Map<DayNumber, number>()
  for (const { start, end } of away) {
    const last = Math.min(to, Math.floor((end - 1) / dayMinutes))
    for (let day = Math.max(from, Math.floor(start / dayMinutes)); day <= last; day++)
      for (const { weekday, startMinute, endMinute } of shifts) {
        if (weekday !== weekdayOf(day)) continue
        const midnight = day * dayMinutes
        const shared = Math.min(end, midnight + endMinute) - Math.max(start, midnight + startMinute)
        if (shared > 0) lost.set(day, (lost.get(day) ?? 0) + shared)
      }
  }
  return lost
}
