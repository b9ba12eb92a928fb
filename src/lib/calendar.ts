/** What the clocks and calendars of a time zone show at a moment. */
export const zonedAt = (at: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timeZone)

/** The calendar date at a moment in a time zone, as YYYY-MM-DD. */
export function localDateAt(at: number, timeZone: string): string {
  return zonedAt(at, timeZone).toPlainDate().toString()
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
  weekdays.has(date.dayOfWeek) && !closed.has(date.toString())

/** The next open days, the given one among them where it is open. */
export function openDays(from: string, count: number, opening: Opening): string[] {
  const days: string[] = []
  let date = Temporal.PlainDate.from(from)
  for (let looked = 0; days.length < count && looked < longestClosure; looked += 1) {
    if (isOpenDay(date, opening)) days.push(date.toString())
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
export function dateAfterSteps({ anchorDate, intervalMonths }: Recurrence, steps: number): string {
  return Temporal.PlainDate.from(anchorDate)
    .add({ months: steps * intervalMonths })
    .toString()
}

/** The first date on or after a day, whether or not the end comes before it. Never earlier than the anchor. */
export function firstDateFrom(recurrence: Recurrence, day: string): string {
  return dateAfterSteps(recurrence, stepsUntil(recurrence, day))
}

/** The date to resume from: neither in the past nor one that was served already. */
export function dateToResume(recurrence: Recurrence, served: string | null, today: string): string {
  return firstDateFrom(recurrence, served !== null && served >= today ? dayAfter(served) : today)
}

export const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()

/** The next dates on or after a day, at most `count` of them, none after the end. */
export function datesFrom(recurrence: Recurrence, day: string, count: number): string[] {
  const end = recurrence.endDate ?? null
  const dates: string[] = []
  for (let step = stepsUntil(recurrence, day); dates.length < count; step++) {
    const date = dateAfterSteps(recurrence, step)
    if (end !== null && date > end) break
    dates.push(date)
  }
  return dates
}

/** How many steps lead to the first date that is not before a day. */
function stepsUntil(recurrence: Recurrence, day: string): number {
  const anchor = Temporal.PlainDate.from(recurrence.anchorDate)
  const target = Temporal.PlainDate.from(day)
  const months = (target.year - anchor.year) * 12 + target.month - anchor.month
  const steps = Math.max(0, Math.floor(months / recurrence.intervalMonths))
  return dateAfterSteps(recurrence, steps) < day ? steps + 1 : steps
}
