import { windowInWords } from '../../lib/hours'
import { formatLongDay, formatMoment, formatTime } from '../client/format'
export { windowWords } from '../../lib/hours'

const inWords = (date: string, style: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', ...style })

export const shortDay = (date: string): { weekday: string; day: string } => ({
  weekday: inWords(date, { weekday: 'short' }),
  day: inWords(date, { month: 'short', day: 'numeric' }),
})

/** `Wed, Mar 4, 1:00 PM – 3:00 PM`, in the time zone of the place: that is where everybody will be. */
export function visitTime(start: string, end: string | null, timeZone: string): string {
  const from = formatMoment(start, timeZone)
  return end === null ? from : `${from} – ${formatTime(end, timeZone)}`
}

/** In the middle of a sentence: `Tuesday, March 3, afternoon`. */
export function slotWords(date: string, window: string | null): string {
  return window === null || window === ''
    ? formatLongDay(date)
    : `${formatLongDay(date)}, ${windowInWords(window)}`
}
