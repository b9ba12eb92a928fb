import { zonedAt } from './calendar'

/** When a task runs: cron fields for minute, hour and weekday, in a time zone. Day and month must be `*`. */
export interface Timetable {
  patterns: readonly string[]
  timeZone: string
}

interface Pattern {
  minutes: number[]
  hours: number[]
  /** 1 is Monday, 7 is Sunday. */
  weekdays: Set<number>
}

/** The latest slot at or before a moment, or null if there is none within a week. */
export function latestSlot(timetable: Timetable, at: number): number | null {
  return bestSlot(timetable, at, -1)
}

/** The first slot after a moment. */
export function nextSlot(timetable: Timetable, at: number): number | null {
  return bestSlot(timetable, at, 1)
}

function bestSlot({ patterns, timeZone }: Timetable, at: number, direction: 1 | -1): number | null {
  const found = patterns.flatMap((text) => slotOf(parsed(text), timeZone, at, direction) ?? [])
  if (found.length === 0) return null
  return direction === 1 ? Math.min(...found) : Math.max(...found)
}

function slotOf(pattern: Pattern, timeZone: string, at: number, direction: 1 | -1): number | null {
  const today = zonedAt(at, timeZone).toPlainDate()
  for (let days = 0; days <= 8; days++) {
    const date = today.add({ days: days * direction })
    if (!pattern.weekdays.has(date.dayOfWeek)) continue
    const slot = slotOnDay(pattern, date, timeZone, at, direction)
    if (slot !== null) return slot
  }
  return null
}

/** Slots are in order within a day, so the first match in the search direction is the nearest. */
function slotOnDay(
  pattern: Pattern,
  date: Temporal.PlainDate,
  timeZone: string,
  at: number,
  direction: 1 | -1,
): number | null {
  const ordered = (values: number[]) => (direction === 1 ? values : values.toReversed())
  const minutes = ordered(pattern.minutes)
  const lastMinute = minutes.at(-1)
  if (lastMinute === undefined) return null
  const fits = (moment: number) => (direction === 1 ? moment > at : moment <= at)
  for (const hour of ordered(pattern.hours)) {
    if (!fits(momentOf(date, hour, lastMinute, timeZone))) continue
    for (const minute of minutes) {
      const moment = momentOf(date, hour, minute, timeZone)
      if (fits(moment)) return moment
    }
  }
  return null
}

function momentOf(date: Temporal.PlainDate, hour: number, minute: number, timeZone: string): number {
  return date.toZonedDateTime({ timeZone, plainTime: new Temporal.PlainTime(hour, minute) }).epochMilliseconds
}

function parsed(text: string): Pattern {
  const [minutes = '', hours = '', day, month, weekdays = '', ...more] = text.split(' ')
  if (day !== '*' || month !== '*' || weekdays === '' || more.length > 0)
    throw new Error(`Not a schedule: ${text}`)
  return {
    minutes: valuesOf(minutes, 0, 59),
    hours: valuesOf(hours, 0, 23),
    weekdays: new Set(valuesOf(weekdays, 1, 7)),
  }
}

// A field is `*`, `*/15`, `7-17`, `0` or a list of these.
function valuesOf(field: string, least: number, most: number): number[] {
  const values = field.split(',').flatMap((part) => {
    const found = /^(\*|\d+(?:-\d+)?)(?:\/(\d+))?$/.exec(part)
    const [from = Number.NaN, to = from] =
      found?.[1] === '*' ? [least, most] : (found?.[1] ?? 'x').split('-').map(Number)
    const step = Number(found?.[2] ?? 1)
    if (!(from >= least && to <= most && from <= to && step > 0)) throw new Error(`Not a schedule: ${field}`)
    return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, place) => from + place * step)
  })
  return [...new Set(values)].toSorted((one, other) => one - other)
}
