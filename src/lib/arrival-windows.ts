import { minute } from './clock'
import { timeOfDay } from './hours'

/** A part of the day, in minutes from midnight. */
export interface TimeRange {
  from: number
  until: number
}

/** The meaning of a customer's words for a time of day: a range, any time, or words we don't understand. */
export type TimePreference = TimeRange | 'any' | 'unknown'

const hours = (from: number, until: number): TimeRange => ({ from: from * 60, until: until * 60 })

const words = new Map<string, TimePreference>([
  ['early morning', hours(6, 9)],
  ['morning', hours(7, 12)],
  ['mornings', hours(7, 12)],
  ['am', hours(7, 12)],
  ['late morning', hours(10, 12)],
  ['noon', hours(11, 13)],
  ['midday', hours(11, 13)],
  ['lunchtime', hours(11, 14)],
  ['early afternoon', hours(12, 15)],
  ['afternoon', hours(12, 17)],
  ['afternoons', hours(12, 17)],
  ['pm', hours(12, 17)],
  ['late afternoon', hours(15, 18)],
  ['evening', hours(17, 21)],
  ['evenings', hours(17, 21)],
  ...['', 'any', 'anytime', 'any time', 'all day', 'whole day', 'flexible', 'no preference', 'asap'].map(
    (word): [string, TimePreference] => [word, 'any'],
  ),
])

/** Understands `morning`, `9-11`, `9am-11am`, `13-15`, `08:00-10:00`, `after 3pm` and similar. */
export function timePreference(label: string | null): TimePreference {
  const text = normalised(label ?? '')
  const word = words.get(text)
  if (word !== undefined) return word
  return rangeIn(text) ?? openRangeIn(text) ?? momentIn(text) ?? 'unknown'
}

function normalised(label: string): string {
  return label
    .trim()
    .toLowerCase()
    .replaceAll(/[‐-―−~]/g, '-')
    .replaceAll(/([ap])\.?\s?m\b\.?/g, '$1m')
    .replaceAll(/\bnoon\b(?=.)|(?<=.)\bnoon\b/g, '12pm')
    .replaceAll(/\bmidnight\b/g, '12am')
    .replaceAll(/\s+/g, ' ')
}

const clock = String.raw`(\d{1,2})(?:[:.h](\d{2}))?\s?(am|pm)?`
const rangePattern = new RegExp(
  String.raw`^(?:from |between )?${clock}\s?(?:-|to|till|until|and)\s?${clock}$`,
)
const openPattern = new RegExp(String.raw`^(after|from|before|until|by) ${clock}$`)
const momentPattern = new RegExp(String.raw`^(?:at |around |about )?${clock}$`)

interface Clock {
  hour: number
  minute: number
  half: string | undefined
  /** Written as a 24-hour clock: `08:00`, `13`. */
  plain: boolean
}

function clockOf(hour = '', minute = '00', half?: string): Clock | null {
  const read = { hour: Number(hour), minute: Number(minute), half, plain: half === undefined }
  const most = half === undefined ? 24 : 12
  if (read.hour > most || read.minute > 59 || (read.hour === 24 && read.minute > 0)) return null
  if (half !== undefined && read.hour === 0) return null
  return { ...read, plain: read.plain && (/^0\d/.test(hour) || read.hour > 12 || read.hour === 0) }
}

const minutesOf = ({ hour, minute, half }: Clock): number =>
  (half === undefined ? hour : (hour % 12) + (half === 'pm' ? 12 : 0)) * 60 + minute

function rangeIn(text: string): TimeRange | null {
  const parts = rangePattern.exec(text)
  if (!parts) return null
  const from = clockOf(...(parts.slice(1, 4) as [string]))
  const until = clockOf(...(parts.slice(4, 7) as [string]))
  if (!from || !until) return null
  return ordered(startOf(from, until), endOf(from, until))
}

/**
 * `1-3pm` starts after noon and `10-2pm` before it. `1-3` alone means the afternoon, since no one visits at
 * night.
 */
function startOf(from: Clock, until: Clock): number {
  if (from.half !== undefined || from.plain) return minutesOf(from)
  if (until.half !== undefined) {
    const alike = minutesOf({ ...from, half: until.half })
    return alike < minutesOf(until) ? alike : minutesOf({ ...from, half: 'am' })
  }
  return minutesByDay(from)
}

function endOf(from: Clock, until: Clock): number {
  if (until.half === 'am' && until.hour === 12) return 24 * 60
  if (until.half !== undefined || until.plain) return minutesOf(until)
  const start = startOf(from, until)
  const end = minutesOf(until)
  return end > start ? end : end + 12 * 60
}

/** A bare hour before seven means the afternoon. */
const minutesByDay = (bare: Clock): number => minutesOf(bare) + (bare.hour < 7 ? 12 * 60 : 0)

function openRangeIn(text: string): TimeRange | null {
  const [, word, ...parts] = openPattern.exec(text) ?? []
  const read = word === undefined ? null : clockOf(...(parts as [string]))
  if (!read) return null
  const at = read.half !== undefined || read.plain ? minutesOf(read) : minutesByDay(read)
  return word === 'after' || word === 'from' ? ordered(at, 24 * 60) : ordered(0, at)
}

/** `9am` means an arrival within the hour from 9. A bare `9` could mean anything. */
function momentIn(text: string): TimeRange | null {
  const [, ...parts] = momentPattern.exec(text) ?? []
  if (parts.length === 0 || (parts[1] === undefined && parts[2] === undefined)) return null
  const read = clockOf(...(parts as [string]))
  if (!read) return null
  const at = read.half !== undefined || read.plain ? minutesOf(read) : minutesByDay(read)
  return ordered(at, Math.min(at + 60, 24 * 60))
}

const ordered = (from: number, until: number): TimeRange | null =>
  from < until && until <= 24 * 60 ? { from, until } : null

export interface OfferedWindow extends TimeRange {
  label: string
}

const [first, last, length] = [6 * 60, 20 * 60, 2 * 60]

/** In milliseconds. */
export const offeredLength = length * minute

/** The arrival windows we offer, with the label a booking uses for each, such as `08:00-10:00`. */
export const offeredWindows: readonly OfferedWindow[] = Array.from(
  { length: (last - first) / length },
  (_, at) => {
    const [from, until] = [first + at * length, first + (at + 1) * length]
    return { from, until, label: `${timeOfDay(from)}-${timeOfDay(until)}` }
  },
)

const labels = new Set(offeredWindows.map(({ label }) => label))

/** Whether a booking names a day and one of the offered windows. */
export function isOfferedWindow(job: {
  preferredDate: string | null
  preferredTime: string | null
}): boolean {
  return job.preferredDate !== null && labels.has(job.preferredTime?.trim() ?? '')
}
