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
