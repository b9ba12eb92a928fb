/** A stretch of one weekday, in minutes from midnight. 1 is Monday, 7 is Sunday. */
export interface WeekdayHours {
  weekday: number
  startMinute: number
  endMinute: number
}

/** `08:30` as minutes from midnight; `24:00` is the end of the day. Null for anything else. */
export function minuteOfDay(text: string): number | null {
  const parts = /^(\d{2}):(\d{2})$/.exec(text)
  if (!parts) return null
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])]
  return minutes < 60 && hours * 60 + minutes <= 1440 ? hours * 60 + minutes : null
}

export function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The places of those that reach into an earlier stretch of the same day. One may begin where another ends. */
export function overlapsIn(week: readonly WeekdayHours[]): number[] {
  const inOrder = [...week.entries()].toSorted(([, a], [, b]) => startOf(a) - startOf(b))
  let busyUntil = -Infinity
  const overlapping: number[] = []
  for (const [place, hours] of inOrder) {
    if (startOf(hours) < busyUntil) overlapping.push(place)
    busyUntil = Math.max(busyUntil, hours.weekday * 1440 + hours.endMinute)
  }
  return overlapping.toSorted((a, b) => a - b)
}

const startOf = ({ weekday, startMinute }: WeekdayHours) => weekday * 1440 + startMinute

interface Words {
  short: string
  hours: string
}

/** A map, since customers write any label, `toString` among them. */
const parts = new Map<string, Words>([
  ['morning', { short: 'Morning', hours: 'until noon' }],
  ['afternoon', { short: 'Afternoon', hours: 'noon to 5' }],
  ['any', { short: 'Any time', hours: 'as it suits' }],
])

const clockRange = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

/** Hours that were offered and chosen; everything else is a wish. */
export const isClockWindow = (label: string): boolean => clockRange.test(label)

/** A time window as people read it: `morning` and its like, or `08:00-10:00` as 8 – 10 AM. */
export function windowWords(label: string): Words {
  const known = parts.get(label)
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

/** In the middle of a sentence: `afternoon`. */
export const windowInWords = (label: string): string =>
  parts.get(label)?.short.toLowerCase() ?? windowWords(label).short

/** Nobody has to think twice about it, as about 12 PM. */
const noon = 'noon'

const halfOf = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM')
const hourOf = (hour: number, minute: number): string =>
  hour === 12 && minute === 0
    ? noon
    : `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
