import { formatsFor } from '../../words/formats'
import { now } from './clock'
export { formatPhone } from '../../words/formats'

const english = formatsFor('en')

/** `$1,299.00` from an amount in dollars, as the API sends it; `−$12.87` with a real minus. */
export const formatMoney = (units: number): string => english.money(units * 100).replace('-', '−')

const day = { weekday: 'short', month: 'short', day: 'numeric' } as const
const time = { hour: 'numeric', minute: '2-digit' } as const

const styles = {
  day,
  time,
  date: { ...day, year: 'numeric' },
  moment: { ...day, ...time },
  datedMoment: { ...day, year: 'numeric', ...time },
  shortDay: { month: 'short', day: 'numeric' },
  month: { month: 'long', year: 'numeric' },
  shortMonth: { month: 'short', year: 'numeric' },
  weekday: { weekday: 'long' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>

type Style = keyof typeof styles

/** `Tuesday`, if it is Tuesday there. */
export const weekdayIn = (timeZone: string): string =>
  formatted(new Date(now()).toISOString(), 'weekday', timeZone)
/** `Tue, Mar 3`, in the browser's time zone unless another is given. */
export const formatDay = (iso: string, timeZone?: string): string => formatted(iso, 'day', timeZone)
/** `Tue, Mar 3, 2026`, for moments that may be years ago. */
export const formatDated = (iso: string, timeZone?: string): string => formatted(iso, 'date', timeZone)
export const formatTime = (iso: string, timeZone?: string): string => formatted(iso, 'time', timeZone)
export const formatMoment = (iso: string, timeZone?: string): string => formatted(iso, 'moment', timeZone)
/** `Tue, Mar 3, 10:00 AM`, with the year if it isn't this one. */
export const formatPast = (iso: string, timeZone?: string): string =>
  formatted(iso, isThisYear(iso) ? 'moment' : 'datedMoment', timeZone)
/** `Tue, Mar 3`, with the year if it isn't this one. */
export const formatPastDay = (iso: string, timeZone?: string): string =>
  formatted(iso, isThisYear(iso) ? 'day' : 'date', timeZone)

const isThisYear = (iso: string): boolean => new Date(iso).getFullYear() === new Date(now()).getFullYear()

/** `Tue, Mar 3, 2026` for a calendar date, which is the same day in every time zone. */
export const formatDate = (date: string): string => formatted(`${date.slice(0, 10)}T00:00:00Z`, 'date', 'UTC')

/** `Tue, Mar 3` for a calendar date, with the year if it isn't this one. */
export const formatSomeDate = (date: string): string =>
  date.startsWith(`${new Date(now()).getFullYear()}-`)
    ? formatDay(`${date.slice(0, 10)}T00:00:00Z`, 'UTC')
    : formatDate(date)

/** `Mar 3` for a calendar date. */
export const formatShortDate = (date: string): string => formatted(`${date}T00:00:00Z`, 'shortDay', 'UTC')

/** `March 2026` for `2026-03`. */
export const formatMonth = (month: string): string => formatted(`${month}-01T00:00:00Z`, 'month', 'UTC')
/** `Mar 2026` for `2026-03`. */
export const formatShortMonth = (month: string): string =>
  formatted(`${month}-01T00:00:00Z`, 'shortMonth', 'UTC')

/** `Today, Mar 3`, `Tomorrow, Mar 4`, `Thu, Mar 5`: a calendar date as one says it on the phone. */
export function formatNear(date: string, today: string): string {
  const midnight = `${date}T00:00:00Z`
  const days = (Date.parse(midnight) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000
  const name = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : null
  return name === null ? formatted(midnight, 'day', 'UTC') : `${name}, ${formatShortDate(date)}`
}

const made = new Map<string, Intl.DateTimeFormat>()

/** Intl takes far longer to make a formatter than to use it, and a list has hundreds of dates. */
function formatted(iso: string, style: Style, timeZone: string | undefined): string {
  const at = Date.parse(iso)
  if (Number.isNaN(at)) return 'Invalid Date'
  const key = `${style} ${timeZone}`
  const format = made.get(key) ?? new Intl.DateTimeFormat('en-US', { ...styles[style], timeZone })
  made.set(key, format)
  return format.format(at)
}

/** `8:30 AM`, or `8 AM` on the hour, from minutes since midnight. */
export function formatClock(minutes: number): string {
  return `${hoursAndMinutes(minutes)} ${halfOf(minutes)}`
}

/** `12–2 PM`, `10 AM–12 PM`, `8:00–10:30 AM`, from minutes since midnight. Both ends show minutes, or neither does. */
export function formatClockRange(start: number, end: number): string {
  const isOneHalf = halfOf(start) === halfOf(end) && end - start < 12 * 60
  const clock = start % 60 === 0 && end % 60 === 0 ? hoursAndMinutes : withMinutes
  return `${clock(start)}${isOneHalf ? '' : ` ${halfOf(start)}`}–${clock(end)} ${halfOf(end)}`
}

const halfOf = (minutes: number) => (Math.floor(minutes / 60) % 24 < 12 ? 'AM' : 'PM')

const hourOf = (minutes: number) => Math.floor(minutes / 60) % 12 || 12

const withMinutes = (minutes: number): string => `${hourOf(minutes)}:${String(minutes % 60).padStart(2, '0')}`

const hoursAndMinutes = (minutes: number): string =>
  minutes % 60 === 0 ? String(hourOf(minutes)) : withMinutes(minutes)

/** `1 hr 30 min` from a number of minutes. */
export const formatDuration = (minutes: number): string => english.duration(Math.max(0, Math.round(minutes)))

/** `8.81%` from a percentage. */
export const formatPercent = (percent: number): string => english.percent(percent * 100)

/** `Pacific Time` instead of `America/Los_Angeles`. */
export const formatTimeZone = (timeZone: string): string =>
  timeZone === 'UTC' ? timeZone : english.timeZone(timeZone)

/** `PT` instead of `America/Los_Angeles`. */
export const formatShortTimeZone = (timeZone: string): string =>
  timeZone === 'UTC' ? timeZone : english.shortTimeZone(timeZone)
