/** Hours on one weekday, in minutes from midnight. 1 is Monday, 7 is Sunday. */
export interface WeekdayHours {
  weekday: number
  startMinute: number
  endMinute: number
}

/** Converts `08:30` to minutes from midnight; `24:00` is the end of the day. Null for anything else. */
export function minuteOfDay(text: string): number | null {
  const parts = /^(\d{2}):(\d{2})$/.exec(text)
  if (!parts) return null
  const [hours, minutes] = [Number(parts[1]), Number(parts[2])]
  return minutes < 60 && hours * 60 + minutes <= 1440 ? hours * 60 + minutes : null
}

export function timeOfDay(minute: number): string {
  return `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
}

/** The indexes of hours that overlap earlier ones on the same day. Hours that only touch don't overlap. */
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

/** A Map, because customers can write any label, even `toString`. */
const parts = new Map<string, Words>([
  ['morning', { short: 'Morning', hours: 'until noon' }],
  ['afternoon', { short: 'Afternoon', hours: 'noon to 5' }],
  ['any', { short: 'Any time', hours: 'as it suits' }],
])

const clockRange = /^(\d{1,2})(?::(\d{2}))?-(\d{1,2})(?::(\d{2}))?$/

/** A window that was offered and chosen. Any other label is only a preference. */
export const isClockWindow = (label: string): boolean => clockRange.test(label)

/** A time window as people read it: `morning`, or `8 – 10 AM` for `08:00-10:00`. */
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

/** For the middle of a sentence: `afternoon`. */
export const windowInWords = (label: string): string =>
  parts.get(label)?.short.toLowerCase() ?? windowWords(label).short

/** Clearer than 12 PM, which people misread. */
const noon = 'noon'

const halfOf = (hour: number): string => (hour % 24 < 12 ? 'AM' : 'PM')
const hourOf = (hour: number, minute: number): string =>
  hour === 12 && minute === 0
    ? noon
    : `${hour % 12 || 12}${minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`}`
