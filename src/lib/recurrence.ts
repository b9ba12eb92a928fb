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
