import { formatsFor } from '../../words/formats'
import { now } from './clock'
export { formatPhone } from '../../words/formats'

/** `$1,299.00` from an amount in dollars, as the API sends it. */
export const formatMoney = (units: number): string =>
  units.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

type Style = Intl.DateTimeFormatOptions

const day: Style = { weekday: 'short', month: 'short', day: 'numeric' }
const time: Style = { hour: 'numeric', minute: '2-digit' }

/** `Tue, Mar 3`, in the browser's time zone unless another is given. */
export const formatDay = (iso: string, timeZone?: string): string => formatted(iso, day, timeZone)
/** `Tue, Mar 3, 2026`, for moments that may be years ago. */
export const formatDated = (iso: string, timeZone?: string): string =>
  formatted(iso, { ...day, year: 'numeric' }, timeZone)
export const formatTime = (iso: string, timeZone?: string): string => formatted(iso, time, timeZone)
export const formatMoment = (iso: string, timeZone?: string): string =>
  formatted(iso, { ...day, ...time }, timeZone)
/** `Tue, Mar 3, 10:00 AM`, with the year if it isn't this one. */
export function formatPast(iso: string, timeZone?: string): string {
  const isThisYear = new Date(iso).getFullYear() === new Date(now()).getFullYear()
  return formatted(iso, { ...day, ...(isThisYear ? {} : { year: 'numeric' }), ...time }, timeZone)
}

/** `Tue, Mar 3, 2026` for a calendar date, which is the same day in every time zone. */
export const formatDate = (date: string): string =>
  formatted(`${date.slice(0, 10)}T00:00:00Z`, { ...day, year: 'numeric' }, 'UTC')

/** `Today, Mar 3`, `Tomorrow, Mar 4`, `Thu, Mar 5`: a calendar date as one says it on the phone. */
export function formatNear(date: string, today: string): string {
  const midnight = `${date}T00:00:00Z`
  const days = (Date.parse(midnight) - Date.parse(`${today}T00:00:00Z`)) / 86_400_000
  const name = days === 0 ? 'Today' : days === 1 ? 'Tomorrow' : null
  return name === null
    ? formatted(midnight, day, 'UTC')
    : `${name}, ${formatted(midnight, { month: 'short', day: 'numeric' }, 'UTC')}`
}

function formatted(iso: string, style: Style, timeZone: string | undefined): string {
  return new Date(iso).toLocaleString('en-US', { ...style, ...(timeZone === undefined ? {} : { timeZone }) })
}

/** `8:30 AM`, or `8 AM` on the hour, from minutes since midnight. */
export function formatClock(minutes: number): string {
  return `${hoursAndMinutes(minutes)} ${halfOf(minutes)}`
}

/** `12–2 PM`, `10 AM–12 PM`, from minutes since midnight. */
export function formatClockRange(start: number, end: number): string {
  const isOneHalf = halfOf(start) === halfOf(end) && end - start < 12 * 60
  const from = isOneHalf ? hoursAndMinutes(start) : formatClock(start)
  return `${from}–${formatClock(end)}`
}

const halfOf = (minutes: number) => (Math.floor(minutes / 60) % 24 < 12 ? 'AM' : 'PM')

function hoursAndMinutes(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 12 || 12
  return minutes % 60 === 0 ? String(hour) : `${hour}:${String(minutes % 60).padStart(2, '0')}`
}

const english = formatsFor('en')

/** `1 hr 30 min` from a number of minutes. */
export const formatDuration = (minutes: number): string => english.duration(Math.max(0, Math.round(minutes)))

/** `8.81%` from a percentage. */
export const formatPercent = (percent: number): string => english.percent(percent * 100)

/** `Pacific Time` instead of `America/Los_Angeles`. */
export const formatTimeZone = (timeZone: string): string =>
  timeZone === 'UTC' ? timeZone : english.timeZone(timeZone)
