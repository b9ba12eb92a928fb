import type { Deps } from '../../../deps'
import { minute } from '../../../lib/clock'
import { latestSlot, nextSlot, type Timetable } from '../../../lib/timetable'

/** Every 15 minutes, Monday to Saturday, 7 AM to 6 PM. */
const lastRun = '0 18 * * 1-6'
export const dispatchPatterns = ['*/15 7-17 * * 1-6', lastRun] as const

const dispatchTimetable = (settings: Deps['settings']): Timetable => ({
  patterns: dispatchPatterns,
  timeZone: settings.business.timeZone,
})

/** The last run of a day that comes after a moment. */
export const lastRunAfter = ({ settings }: Pick<Deps, 'settings'>, moment: number): number =>
  nextSlot({ patterns: [lastRun], timeZone: settings.business.timeZone }, moment) ?? moment

/** Whether dispatch runs by the clock around now. */
export function isDispatchTime({ settings }: Pick<Deps, 'settings'>, now: number): boolean {
  const last = latestSlot(dispatchTimetable(settings), now)
  return last !== null && now - last < 15 * minute
}

/** The time a customer has to book an offered window, and we have to geocode the address. */
const toBook = 5 * minute
/** Runs start slightly late, and the planner counts whole minutes. */
const late = minute

/**
 * When dispatch will first look at a booking made from a current offer. The offer must still fit then, which
 * at night or on a Sunday is many hours away.
 */
export function nextDispatchRun({ settings }: Pick<Deps, 'settings'>, now: number): number {
  const soonest = now + toBook
  return (nextSlot(dispatchTimetable(settings), soonest) ?? soonest) + late
}
