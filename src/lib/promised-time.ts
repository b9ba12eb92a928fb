import { isOfferedWindow, offeredWindows } from './arrival-windows'
import { hour } from './clock'

interface Promised {
  preferredDate: string | null
  preferredTime: string | null
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

/** The time a customer can put into a calendar: the visit's own, else the arrival window they chose from our offer. */
export function promisedTime(job: Promised, timeZone: string): PromisedTime | null {
  if (job.scheduledStart !== null)
    return {
      start: job.scheduledStart,
      end: job.scheduledEnd ?? job.scheduledStart + hour,
      isWindow: false,
    }
  const window = offeredWindows.find(({ label }) => label === job.preferredTime?.trim())
  if (job.preferredDate === null || !window || !isOfferedWindow(job)) return null
  const day = Temporal.PlainDate.from(job.preferredDate.slice(0, 10))
  const at = (minutes: number) =>
    day.toZonedDateTime({
      timeZone,
      plainTime: Temporal.PlainTime.from({ hour: Math.floor(minutes / 60), minute: minutes % 60 }),
    }).epochMilliseconds
  return { start: at(window.from), end: at(window.until), isWindow: true }
}
