import { timePreference } from '../../../lib/arrival-windows'
import { timeOfDay } from '../../../lib/hours'
import { isoOf, localTime, momentOf, type LocalTime } from '../shared/zone'

const usualStart = '09:00'
/** A customer who says "morning" means when people work, not 7 AM. */
const vague = { length: 3 * 60, earliest: 8 * 60 }

/** The start of the customer's preferred time, or 9 AM if there is none. */
export function preferredStart(preferredTime: string | null): string {
  const range = timePreference(preferredTime)
  // A preference such as `before 3pm` starts at midnight, which isn't a useful start.
  if (typeof range === 'string' || range.from === 0) return usualStart
  const isVague = range.until - range.from > vague.length
  return timeOfDay(isVague ? Math.max(range.from, vague.earliest) : range.from)
}

interface Visit {
  scheduledStart: string | null
  scheduledEnd: string | null
}

/** The duration of a visit in milliseconds; null if it isn't known. */
export const lengthOf = ({ scheduledStart, scheduledEnd }: Visit): number | null =>
  scheduledStart === null || scheduledEnd === null
    ? null
    : Date.parse(scheduledEnd) - Date.parse(scheduledStart)

/** The end of a visit of this length; null if the start isn't a valid time. */
export function endAfter(start: LocalTime, length: number, timeZone: string): LocalTime | null {
  const begins = start.time === '' ? null : momentOf(start, timeZone)
  return begins === null ? null : localTime(begins + length, timeZone)
}

interface Times {
  date: string
  start: string
  /** Empty to use the service's usual duration. */
  end: string
}

/** The start and end to send. A length sets the end, even past midnight. */
export function visitOf({ date, start, end }: Times, length: number | null, timeZone: string) {
  const begins = start === '' ? null : isoOf({ date, time: start }, timeZone)
  if (begins === null) return { start: '', end: undefined }
  if (length !== null) return { start: begins, end: new Date(Date.parse(begins) + length).toISOString() }
  return { start: begins, end: end === '' ? undefined : isoOf({ date, time: end }, timeZone) }
}
