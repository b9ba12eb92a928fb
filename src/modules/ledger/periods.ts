import { zonedAt } from '../../lib/local-days'

/** A span of time with a name; `to` is the first moment after it. */
export interface Period {
  label: string
  from: number
  to: number
}

/** The last `count` days, weeks (from Monday) or months of a time zone, oldest first, the present one included. */
export function lastPeriods(
  unit: 'day' | 'week' | 'month',
  count: number,
  now: number,
  timeZone: string,
): Period[] {
  const today = zonedAt(now, timeZone).toPlainDate()
  const present = startOf(unit, today)
  const starts = Array.from({ length: count + 1 }, (_, step) =>
    present.add({ [`${unit}s`]: step - count + 1 }),
  )
  return starts.slice(0, count).map((start, place) => ({
    label: unit === 'month' ? start.toString().slice(0, 7) : start.toString(),
    from: midnight(start, timeZone),
    to: midnight(starts[place + 1] ?? start, timeZone),
  }))
}

function startOf(unit: 'day' | 'week' | 'month', date: Temporal.PlainDate): Temporal.PlainDate {
  if (unit === 'day') return date
  return unit === 'month' ? date.with({ day: 1 }) : date.subtract({ days: date.dayOfWeek - 1 })
}

function midnight(date: Temporal.PlainDate, timeZone: string): number {
  return date.toZonedDateTime(timeZone).epochMilliseconds
}
