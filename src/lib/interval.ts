/** How often something repeats: every few months, or every few weeks where those are set. */
export interface Interval {
  intervalMonths: number
  intervalWeeks?: number | null | undefined
}

/** An interval as it is stored and sent. */
export interface StoredInterval {
  /** 1 if it is in weeks, for software that only knows months. */
  intervalMonths: number
  intervalWeeks: number | null
}

export const storedInterval = ({ intervalMonths, intervalWeeks = null }: Interval): StoredInterval =>
  intervalWeeks === null ? { intervalMonths, intervalWeeks } : { intervalMonths: 1, intervalWeeks }

/** Months without weeks are meant as months, so software that doesn't know weeks can still choose an interval. */
export function changedInterval(
  known: Interval,
  { intervalMonths, intervalWeeks }: { [Field in keyof Interval]?: Interval[Field] | undefined },
): StoredInterval {
  if (intervalMonths === undefined && intervalWeeks === undefined) return storedInterval(known)
  return storedInterval({ intervalMonths: intervalMonths ?? known.intervalMonths, intervalWeeks })
}

/** Four weeks come more often than a month, however short the month. */
const roughDays = ({ intervalMonths, intervalWeeks }: Interval): number =>
  intervalWeeks ? intervalWeeks * 7 : intervalMonths * 30

export const isMoreOften = (one: Interval, other: Interval): boolean => roughDays(one) < roughDays(other)
