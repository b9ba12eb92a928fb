import type { Interval, StoredInterval } from '../../lib/interval'
import { howOften } from '../../words/how-often'
import type { Language } from '../../words/language'

/** An interval as the value of a field: `2 weeks`, `3 months`. */
export const intervalText = ({ intervalMonths, intervalWeeks }: Interval): string =>
  intervalWeeks ? `${intervalWeeks} weeks` : `${intervalMonths} months`

export function intervalIn(text: string): StoredInterval {
  const count = Number.parseInt(text, 10)
  return text.endsWith('weeks')
    ? { intervalMonths: 1, intervalWeeks: count }
    : { intervalMonths: count, intervalWeeks: null }
}

/** The intervals to choose from, the shortest first. */
export const intervalOptions = (
  language: Language,
  { weeks, months }: Record<'weeks' | 'months', number[]>,
) =>
  [
    ...weeks.map((intervalWeeks) => ({ intervalMonths: 1, intervalWeeks })),
    ...months.map((intervalMonths) => ({ intervalMonths, intervalWeeks: null })),
  ].map((interval) => ({ value: intervalText(interval), label: howOften(language, interval) }))
