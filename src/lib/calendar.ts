import type { Interval } from './interval'

export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/**
 * Dates are stored and compared as text. YYYY-MM-DD sorts correctly for the years 0000 to 9999. Later years
 * would start with a sign, which sorts before digits, so they are never written.
 */
export const [firstDate, lastDate] = ['0000-01-01', '9999-12-31']

/** The only place where a date becomes text. Dates out of range become the nearest valid one. */
export function dateText(date: Temporal.PlainDate): string {
  if (date.year < 0) return firstDate
  return isWritable(date) ? date.toString() : lastDate
}

const isWritable = ({ year }: Temporal.PlainDate): boolean => year <= 9999

export function localDateAt(at: number, timeZone: string): string {
  return dateText(zonedAt(at, timeZone).toPlainDate())
}

/** The start of a local day and of the next one; they are 23 or 25 hours apart when clocks change. */
export function dayBounds(date: string, timeZone: string): { from: number; to: number } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return { from: startOf(day), to: startOf(day.add({ days: 1 })) }
}

/** Visits are made Monday to Saturday; 1 is Monday, 7 is Sunday. */
export const usualWeek: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6])

/** The weekdays of the company's hours, or the usual week if it has none. Never Sunday, when nobody is dispatched. */
export function weekdaysIn(week: readonly { weekday: number }[]): ReadonlySet<number> {
  const weekdays = week.map(({ weekday }) => weekday).filter((weekday) => usualWeek.has(weekday))
  return weekdays.length > 0 ? new Set(weekdays) : usualWeek
}

/** Limits the search for an open day, in case the list of closed days never ends. */
const longestClosure = 366

export interface Opening {
  closed: ReadonlySet<string>
  /** Defaults to the usual week. */
  weekdays?: ReadonlySet<number>
}

export const isOpenDay = (date: Temporal.PlainDate, { closed, weekdays = usualWeek }: Opening): boolean =>
  weekdays.has(date.dayOfWeek) && !closed.has(dateText(date))

/** The next open days, including the given day if it is open. */
export function openDays(from: string, count: number, opening: Opening): string[] {
  const days: string[] = []
  let date = Temporal.PlainDate.from(from)
  for (let looked = 0; days.length < count && looked < longestClosure && isWritable(date); looked += 1) {
    if (isOpenDay(date, opening)) days.push(dateText(date))
    date = date.add({ days: 1 })
  }
  return days
}

/**
 * Something that repeats every few months on the day of its anchor date, or every few weeks on its weekday. Dates
 * are local, YYYY-MM-DD.
 */
export interface Recurrence extends Interval {
  anchorDate: string
  /** The last day on which it can happen. */
  endDate?: string | null
}

/**
 * The date a number of steps after the anchor. Counting from the anchor and not from the previous date makes
 * January 31 continue with February 28 and then March 31.
 */
export const dateAfterSteps = (recurrence: Recurrence, steps: number): string =>
  dateText(stepped(recurrence, steps))

const stepped = (
  { anchorDate, intervalMonths, intervalWeeks }: Recurrence,
  steps: number,
): Temporal.PlainDate =>
  Temporal.PlainDate.from(anchorDate).add(
    intervalWeeks ? { weeks: steps * intervalWeeks } : { months: steps * intervalMonths },
  )

/** The first date on or after a day, ignoring the end date. It is never before the anchor. */
export function firstDateFrom(recurrence: Recurrence, day: string): string {
  return dateAfterSteps(recurrence, stepsUntil(recurrence, day))
}

/** The date to resume from, which is neither in the past nor already served. */
export function dateToResume(recurrence: Recurrence, served: string | null, today: string): string {
  return firstDateFrom(recurrence, served !== null && served >= today ? dayAfter(served) : today)
}

export const daysAfter = (date: string, days: number): string =>
  dateText(Temporal.PlainDate.from(date).add({ days }))
export const dayAfter = (date: string): string => daysAfter(date, 1)

/** The next dates on or after a day: at most `count`, and none after the end date. */
export function datesFrom(recurrence: Recurrence, day: string, count: number): string[] {
  const end = recurrence.endDate ?? lastDate
  const dates: string[] = []
  for (let step = stepsUntil(recurrence, day); dates.length < count; step++) {
    const date = stepped(recurrence, step)
    if (Temporal.PlainDate.compare(date, end) > 0) break
    dates.push(dateText(date))
  }
  return dates
}

/** The date after one of its dates. */
export const dateAfter = (recurrence: Recurrence, date: string): string =>
  firstDateFrom(recurrence, dayAfter(date))

/** The date before one of its dates, counted from the anchor date like all others: May 31 comes before June 30. */
export const dateBefore = (recurrence: Recurrence, date: string): string =>
  dateAfterSteps(recurrence, Math.round(stepsTo(recurrence, Temporal.PlainDate.from(date))) - 1)

/** The number of steps to the first date that isn't before a day. */
function stepsUntil(recurrence: Recurrence, day: string): number {
  const target = Temporal.PlainDate.from(day)
  const steps = Math.max(0, Math.floor(stepsTo(recurrence, target)))
  return Temporal.PlainDate.compare(stepped(recurrence, steps), target) < 0 ? steps + 1 : steps
}

/** A fraction for days in between; in months, the day of the month doesn't count. */
function stepsTo(
  { anchorDate, intervalMonths, intervalWeeks }: Recurrence,
  target: Temporal.PlainDate,
): number {
  const anchor = Temporal.PlainDate.from(anchorDate)
  if (intervalWeeks) return anchor.until(target).days / (7 * intervalWeeks)
  return ((target.year - anchor.year) * 12 + target.month - anchor.month) / intervalMonths
}
