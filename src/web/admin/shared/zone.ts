import { now } from '../../client/clock'

/** Local date and time, such as `2026-03-09` and `14:30`. */
export interface LocalTime {
  date: string
  time: string
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Intl takes far longer to make a formatter than to use it, and the board asks for hundreds of times. */
function formatFor(timeZone: string): Intl.DateTimeFormat {
  const before = made.get(timeZone)
  if (before) return before
  const fresh = new Intl.DateTimeFormat('en-US', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  made.set(timeZone, fresh)
  return fresh
}

const known = new Map<string, LocalTime>()
/** Several weeks of a large office. */
const mostKnown = 10_000

/** Kept, because the board asks for the same visit again for each of its days and with every change. */
export function localTime(moment: string | number, timeZone: string): LocalTime {
  const key = `${moment} ${timeZone}`
  const found = known.get(key) ?? findLocalTime(moment, timeZone)
  if (known.size >= mostKnown) known.clear()
  known.set(key, found)
  return found
}

function findLocalTime(moment: string | number, timeZone: string): LocalTime {
  const parts = formatFor(timeZone).formatToParts(new Date(moment))
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? '00'
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}`,
  }
}

/** The moment of a local time. Null if the input is not a valid time. */
export function momentOf({ date, time }: LocalTime, timeZone: string): number | null {
  const asUtc = Date.parse(`${date}T${time || '00:00'}:00Z`)
  if (Number.isNaN(asUtc)) return null
  // The offset is looked up twice because the first guess may be on the other side of a DST change.
  const first = asUtc - offsetAt(asUtc, timeZone)
  return asUtc - offsetAt(first, timeZone)
}

export const isoOf = (local: LocalTime, timeZone: string): string | null => {
  const moment = momentOf(local, timeZone)
  return moment === null ? null : new Date(moment).toISOString()
}

function offsetAt(moment: number, timeZone: string): number {
  const { date, time } = localTime(moment, timeZone)
  return Date.parse(`${date}T${time}:00Z`) - Math.floor(moment / 60_000) * 60_000
}

export const today = (timeZone: string): string => localTime(now(), timeZone).date

export function addDays(date: string, days: number): string {
  const moved = new Date(`${date}T00:00:00Z`)
  moved.setUTCDate(moved.getUTCDate() + days)
  return moved.getUTCFullYear() > 9999 ? '9999-12-31' : moved.toISOString().slice(0, 10)
}

/** The start and end of a day, as query parameters for visits. */
export function spanOfDay(date: string, timeZone: string): { from: string; to: string } {
  return {
    from: isoOf({ date, time: '00:00' }, timeZone) ?? '',
    to: isoOf({ date: addDays(date, 1), time: '00:00' }, timeZone) ?? '',
  }
}
