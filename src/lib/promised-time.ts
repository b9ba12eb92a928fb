import { isOfferedWindow, offeredLength, offeredWindows, timePreference } from './arrival-windows'
import { localDateAt, zonedAt } from './calendar'
import { hour } from './clock'
import { minuteOfDay, timeOfDay } from './hours'

interface Preferred {
  preferredDate: string | null
  preferredTime: string | null
}

/** The window we told a customer who chose none, in milliseconds. */
interface Told extends Preferred {
  toldStart: number | null
  toldEnd: number | null
}

interface Promised extends Told {
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
 * The time of a visit as its customer is told it: the arrival window they chose or were told, if it begins in that
 * window, else the visit's own time. Before there is a visit, the window they chose from our offer.
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

/** The arrival window a customer chose or was told, if a visit that begins at `start` is in it. */
export const promisedWindow = (job: Told, start: number, timeZone: string): PromisedTime | null =>
  chosenWindow(job, start, timeZone) ?? toldWindow(job, start)

/** The arrival window a customer chose, if a visit that begins at `start` is in it. */
export function chosenWindow(
  { preferredDate, preferredTime }: Preferred,
  start: number,
  timeZone: string,
): PromisedTime | null {
  const [from, until] = (preferredTime ?? '').split('-').map(minuteOfDay)
  if (typeof from !== 'number' || typeof until !== 'number') return null
  if (preferredDate === null || localDateAt(start, timeZone) !== preferredDate) return null
  const minute = minuteAt(start, timeZone)
  return from <= minute && minute <= until ? windowOn(preferredDate, from, until, timeZone) : null
}

function toldWindow({ toldStart, toldEnd }: Told, start: number): PromisedTime | null {
  if (toldStart === null || toldEnd === null || start < toldStart || start > toldEnd) return null
  return { start: toldStart, end: toldEnd, isWindow: true }
}

/** The longest part of a day, in minutes, that a customer may have to be home for, and only if they asked for it. */
const longest = 5 * 60

/**
 * The window to tell a customer who chose none: the part of the day they asked for, such as the morning. If that is too
 * long, or the visit is too near to leave it open, the one of our windows that the visit begins in. Null at hours for
 * which we offer no windows.
 */
export function windowToTell(
  { preferredTime }: Pick<Preferred, 'preferredTime'>,
  start: number,
  timeZone: string,
  isNear: boolean,
): PromisedTime | null {
  const wish = timePreference(preferredTime)
  const asked = typeof wish === 'object' ? wish : { from: 0, until: 24 * 60 }
  // A customer who asked for the morning and gets 12:00 is told 10–12.
  const minute = Math.min(minuteAt(start, timeZone), asked.until - 1)
  const offered = offeredWindows.find(({ from, until }) => from <= minute && minute < until)
  if (!offered) return null
  const isAsAsked = !isNear && asked.until - asked.from <= longest
  const [from, until] = isAsAsked
    ? [asked.from, asked.until]
    : [Math.max(offered.from, asked.from), Math.min(offered.until, asked.until)]
  const window = windowOn(localDateAt(start, timeZone), from, until, timeZone)
  return window.start <= start && start <= window.end ? window : null
}

/** Whether a customer was told more than one of our windows, such as the whole morning. */
export const isLongWindow = ({ start, end }: PromisedTime): boolean => end - start > offeredLength

/** The day and hours of the promised window, in the form of a booking's `preferredDate` and `preferredTime`. */
export function promisedSlot(job: Promised, timeZone: string): { date: string; window: string } | null {
  const start = job.scheduledStart
  const window = start === null ? null : promisedWindow(job, start, timeZone)
  if (!window) return null
  const end = minuteAt(window.end, timeZone) || 24 * 60
  return {
    date: localDateAt(window.start, timeZone),
    window: `${timeOfDay(minuteAt(window.start, timeZone))}-${timeOfDay(end)}`,
  }
}

function minuteAt(moment: number, timeZone: string): number {
  const local = zonedAt(moment, timeZone)
  return local.hour * 60 + local.minute
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
