import { timeOfDay } from '../../lib/week-hours'
import type { TimeRange } from './time-label'

export interface OfferedWindow extends TimeRange {
  label: string
}

const [first, last, length] = [6 * 60, 20 * 60, 2 * 60]

/** The windows that are offered, by the label with which a booking asks for one: `08:00-10:00` and its like. */
export const offeredWindows: readonly OfferedWindow[] = Array.from(
  { length: (last - first) / length },
  (_, at) => {
    const [from, until] = [first + at * length, first + (at + 1) * length]
    return { from, until, label: `${timeOfDay(from)}-${timeOfDay(until)}` }
  },
)

const labels = new Set(offeredWindows.map(({ label }) => label))

/** Whether a booking names a day and one of the windows that are offered. */
export function isOfferedWindow(job: {
  preferredDate: string | null
  preferredTime: string | null
}): boolean {
  return job.preferredDate !== null && labels.has(job.preferredTime?.trim() ?? '')
}
