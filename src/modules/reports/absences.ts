import type { workerShifts } from '../../../db/schema'
import { clockMinuteAt, weekdayOf, type DayNumber } from './sums/days'

/** Minutes since 1970 by the clocks that shifts go by too. */
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

/** The same time without anything in it twice. */
export function merged(spans: ClockSpan[]): ClockSpan[] {
  const whole: ClockSpan[] = []
  for (const span of spans.toSorted((one, other) => one.start - other.start)) {
    const last = whole.at(-1)
    if (last && span.start <= last.end) last.end = Math.max(last.end, span.end)
    else whole.push({ ...span })
  }
  return whole
}

/** How many minutes of the shifts fall into time off, by day; only days asked for are looked at. */
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
