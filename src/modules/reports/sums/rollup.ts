import { monthOf } from './days'

/** Adds up rows, measure by measure. */
export function totalOf<M extends string>(
  rows: readonly Record<M, number>[],
  measures: readonly M[],
): Record<M, number> {
  const total = Object.fromEntries(measures.map((name) => [name, 0])) as Record<M, number>
  for (const row of rows) for (const name of measures) total[name] += row[name]
  return total
}

/** Rows by day as totals by month, oldest first; a month without a row is not listed. */
export function byMonth<M extends string>(
  rows: readonly (Record<M, number> & { key: string | number })[],
  measures: readonly M[],
): (Record<M, number> & { month: string })[] {
  const months = Map.groupBy(rows, ({ key }) => monthOf(Number(key)))
  return [...months].map(([month, ofMonth]) => ({ month, ...totalOf<M>(ofMonth, measures) }))
}

/** A part of a whole to four decimals; null where there is no whole. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
