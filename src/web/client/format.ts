/** `$1,299.00` from an amount in units, as the wire has it. */
export const formatMoney = (units: number): string =>
  units.toLocaleString('en-US', { style: 'currency', currency: 'USD' })

type Style = Intl.DateTimeFormatOptions

const day: Style = { weekday: 'short', month: 'short', day: 'numeric' }
const time: Style = { hour: 'numeric', minute: '2-digit' }

/** A moment in a time zone; the browser's own when none is given. */
export const formatDay = (iso: string, timeZone?: string): string => formatted(iso, day, timeZone)
/** With its year, for what may be long ago. */
export const formatDated = (iso: string, timeZone?: string): string =>
  formatted(iso, { ...day, year: 'numeric' }, timeZone)
export const formatTime = (iso: string, timeZone?: string): string => formatted(iso, time, timeZone)
export const formatMoment = (iso: string, timeZone?: string): string =>
  formatted(iso, { ...day, ...time }, timeZone)

/** `Monday, March 2`, for a heading. */
export const formatLongDay = (date: string): string =>
  formatted(`${date.slice(0, 10)}T00:00:00Z`, { weekday: 'long', month: 'long', day: 'numeric' }, 'UTC')

/** A calendar date without a time: it is the same day everywhere. */
export const formatDate = (date: string): string =>
  formatted(`${date.slice(0, 10)}T00:00:00Z`, { ...day, year: 'numeric' }, 'UTC')

function formatted(iso: string, style: Style, timeZone: string | undefined): string {
  return new Date(iso).toLocaleString('en-US', { ...style, ...(timeZone === undefined ? {} : { timeZone }) })
}
