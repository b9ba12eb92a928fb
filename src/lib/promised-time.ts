import { isOfferedWindow, offeredWindows } from './arrival-windows'
import { localDateAt, zonedAt } from './calendar'
import { hour } from './clock'
import { minuteOfDay } from './hours'

interface Preferred {
  preferredDate: string | null
  preferredTime: string | null
}

interface Promised extends Preferred {
  /** In milliseconds. */
  scheduledStart: number | null
  scheduledEnd: number | null
}

export interface PromisedTime {
  start: number
  end: number
  /** The technician arrives at some moment in between. */
  isWindow: boolean
}

/**
 * The time of a visit as its customer is told it: the arrival window they chose, if it begins in that window,
 * else the visit's own time. Before there is a visit, the window they chose from our offer.
 */
export function promisedTime(job: Promised, timeZone: string): PromisedTime | null {
  const { scheduledStart: start } = job
  if (start === null) {
    if (job.preferredDate === null || !isOfferedWindow(job)) return null
    const window = offeredWindows.find(({ label }) => label === job.preferredTime?.trim())
    return window ? windowOn(job.preferredDate.slice(0, 10), window.from, window.until, timeZone) : null
  }
  return (
    promisedWindow(job, start, timeZone) ?? { start, end: job.scheduledEnd ?? start + hour, isWindow: false }
  )
}

/** The arrival window a customer chose, if a visit that begins at `start` is in it. */
export function promisedWindow(
  { preferredDate, preferredTime }: Preferred,
  start: number,
  timeZone: string,
): PromisedTime | null {
  const [from, until] = (preferredTime ?? '').split('-').map(minuteOfDay)
  if (typeof from !== 'number' || typeof until !== 'number') return null
  if (preferredDate === null || localDateAt(start, timeZone) !== preferredDate) return null
  const local = zonedAt(start, timeZone)
  const minute = local.hour * 60 + local.minute
  return from <= minute && minute <= until ? windowOn(preferredDate, from, until, timeZone) : null
}

function windowOn(date: string, from: number, until: number, timeZone: string): PromisedTime {
  const midnight = Temporal.PlainDate.from(date)
  const at = (minutes: number) => {
    const day = minutes === 1440 ? midnight.add({ days: 1 }) : midnight
    const plainTime = Temporal.PlainTime.from({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 })
    return day.toZonedDateTime({ timeZone, plainTime }).epochMilliseconds
  }
  return { start: at(from), end: at(until), isWindow: true }
}
