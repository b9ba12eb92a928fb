import { timePreference } from '../../../lib/arrival-windows'
import { timeOfDay } from '../../../lib/hours'
import { isoOf, localTime, momentOf, type LocalTime } from '../shared/zone'

const usualStart = '09:00'

/** When the customer would like it to begin, as far as the words for it say so. */
export function wishedStart(preferredTime: string | null): string {
  const wish = timePreference(preferredTime)
  // A wish such as `before 3pm` begins at midnight: it has an end and no start.
  return typeof wish === 'string' || wish.from === 0 ? usualStart : timeOfDay(wish.from)
}

interface Visit {
  scheduledStart: string | null
  scheduledEnd: string | null
}

/** How long a visit takes, in milliseconds; null when nobody has said. */
export const lengthOf = ({ scheduledStart, scheduledEnd }: Visit): number | null =>
  scheduledStart === null || scheduledEnd === null
    ? null
    : Date.parse(scheduledEnd) - Date.parse(scheduledStart)

/** When a visit of this length ends; null for what is no time. */
export function endAfter(start: LocalTime, length: number, timeZone: string): LocalTime | null {
  const begins = start.time === '' ? null : momentOf(start, timeZone)
  return begins === null ? null : localTime(begins + length, timeZone)
}

interface Times {
  date: string
  start: string
  /** Empty where the service tells how long the visit takes. */
  end: string
}

/** The moments to ask for: with a length, the end follows from the start, past midnight too. */
export function visitOf({ date, start, end }: Times, length: number | null, timeZone: string) {
  const begins = start === '' ? null : isoOf({ date, time: start }, timeZone)
  if (begins === null) return { start: '', end: undefined }
  if (length !== null) return { start: begins, end: new Date(Date.parse(begins) + length).toISOString() }
  return { start: begins, end: end === '' ? undefined : isoOf({ date, time: end }, timeZone) }
}
