import { formatMoment, formatTime } from '../client/format'

interface Words {
  short: string
  hours: string
}

const parts: Record<string, Words> = {
  morning: { short: 'Morning', hours: 'until noon' },
  afternoon: { short: 'Afternoon', hours: 'noon to 5' },
  any: { short: 'Any time', hours: 'as it suits' },
}

const clockRange = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

/** A time window as people read it: `morning` and its like, or `08:00-10:00` as 8 – 10 AM. */
export function windowWords(label: string): Words {
  const known = parts[label]
  if (known) return known
  const range = clockRange.exec(label)
  if (!range) return { short: label, hours: '' }
  const [fromHour, fromMinute, toHour, toMinute] = range.slice(1).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
  ]
  const from = hourOf(fromHour, fromMinute)
  const isSameHalf = halfOf(fromHour) === halfOf(toHour)
  const first = isSameHalf || from === noon ? from : `${from} ${halfOf(fromHour)}`
  const until = hourOf(toHour, toMinute)
  return { short: `${first} – ${until === noon ? noon : `${until} ${halfOf(toHour)}`}`, hours: '' }
}

/** Nobody has to think twice about it, as about 12 PM. */
const noon = 'noon'

const halfOf = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM')
const hourOf = (hour: number, minute: number): string =>
  hour === 12 && minute === 0
    ? noon
    : `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`

const inWords = (date: string, style: Intl.DateTimeFormatOptions) =>
  new Date(`${date}T00:00:00Z`).toLocaleDateString('en-US', { timeZone: 'UTC', ...style })

export const longDay = (date: string): string =>
  inWords(date, { weekday: 'long', month: 'long', day: 'numeric' })

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
  if (window === null || window === '') return longDay(date)
  const { short } = windowWords(window)
  return `${longDay(date)}, ${parts[window] ? short.toLowerCase() : short}`
}
