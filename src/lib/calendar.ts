/** What the clocks and calendars of a time zone show at a moment. */
export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/**
 * Dates are kept and compared as text: YYYY-MM-DD of the years 0000 to 9999, whose order as text is their order
 * on the calendar. Later years have a sign in front, which sorts before every digit, so none is ever written.
 */
export const [firstDate, lastDate] = ['0000-01-01', '9999-12-31']

/** The one place where a date becomes text. One that cannot be written becomes the nearest that can. */
export function dateText(date: Temporal.PlainDate): string {
  if (date.year < 0) return firstDate
  return isWritable(date) ? date.toString() : lastDate
}

const isWritable = ({ year }: Temporal.PlainDate): boolean => year <= 9999

/** The calendar date at a moment in a time zone, as YYYY-MM-DD. */
export function localDateAt(at: number, timeZone: string): string {
  return dateText(zonedAt(at, timeZone).toPlainDate())
}

/** When a local date begins and when the next one does; 23 or 25 hours apart where clocks change. */
export function dayBounds(date: string, timeZone: string): { from: number; to: number } {
  const day = Temporal.PlainDate.from(date)
  const startOf = (date: Temporal.PlainDate) => date.toZonedDateTime(timeZone).epochMilliseconds
  return { from: startOf(day), to: startOf(day.add({ days: 1 })) }
}

/** Visits are made from Monday to Saturday; 1 is Monday, 7 is Sunday. */
export const usualWeek: ReadonlySet<number> = new Set([1, 2, 3, 4, 5, 6])
/** Nobody closes for longer; a list of closed days without an end must not be searched without one. */
const longestClosure = 366

export interface Opening {
  closed: ReadonlySet<string>
  /** The usual week when left out. */
  weekdays?: ReadonlySet<number>
}

export const isOpenDay = (date: Temporal.PlainDate, { closed, weekdays = usualWeek }: Opening): boolean =>
  weekdays.has(date.dayOfWeek) && !closed.has(dateText(date))

/** The next open days, the given one among them where it is open. */
export function openDays(from: string, count: number, opening: Opening): string[] {
  const days: string[] = []
  let date = Temporal.PlainDate.from(from)
  for (let looked = 0; days.length < count && looked < longestClosure && isWritable(date); looked += 1) {
    if (isOpenDay(date, opening)) days.push(dateText(date))
    date = date.add({ days: 1 })
  }
  return days
}

/** What comes back every few months on the day of its anchor date. Dates are local, YYYY-MM-DD. */
export interface Recurrence {
  anchorDate: string
  intervalMonths: number
  /** The last day on which it may still come. */
  endDate?: string | null
}

/**
 * The date a number of steps after the anchor. Always counted from the anchor, never from the date
 * before, so that 31 January is followed by 28 February and then by 31 March.
 */
export const dateAfterSteps = (recurrence: Recurrence, steps: number): string =>
  dateText(stepped(recurrence, steps))

const stepped = ({ anchorDate, intervalMonths }: Recurrence, steps: number): Temporal.PlainDate =>
  Temporal.PlainDate.from(anchorDate).add({ months: steps * intervalMonths })

/** The first date on or after a day, whether or not the end comes before it. Never earlier than the anchor. */
export function firstDateFrom(recurrence: Recurrence, day: string): string {
  return dateAfterSteps(recurrence, stepsUntil(recurrence, day))
}

/** The date to resume from: neither in the past nor one that was served already. */
export function dateToResume(recurrence: Recurrence, served: string | null, today: string): string {
  return firstDateFrom(recurrence, served !== null && served >= today ? dayAfter(served) : today)
}

export const daysAfter = (date: string, days: number): string =>
  dateText(Temporal.PlainDate.from(date).add({ days }))
export const dayAfter = (date: string): string => daysAfter(date, 1)

/** The next dates on or after a day, at most `count` of them, none after the end. */
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

/** How many steps lead to the first date that is not before a day. */
function stepsUntil(recurrence: Recurrence, day: string): number {
  const anchor = Temporal.PlainDate.from(recurrence.anchorDate)
  const target = Temporal.PlainDate.from(day)
  const months = (target.year - anchor.year) * 12 + target.month - anchor.month
  const steps = Math.max(0, Math.floor(months / recurrence.intervalMonths))
  return Temporal.PlainDate.compare(stepped(recurrence, steps), target) < 0 ? steps + 1 : steps
}
