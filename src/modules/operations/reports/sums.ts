import { sql, type SQL } from 'drizzle-orm'
import { serviceTypes } from '../../../../db/schema'
import type { Deps } from '../../../deps'
import { everything, everythingWhole, type Summary } from './chunks'
import { monthOf, type DayNumber } from './days'

/** The part of the data a report covers. */
export interface Scope {
  /** Null means all franchises. */
  franchiseId: string | null
  from: DayNumber | null
  to: DayNumber | null
  /** Sums over too few jobs are merged, so they reveal nothing about one customer. */
  forPublic?: boolean
  /** There are too few jobs to show any sum. */
  isHidden?: boolean
}

export type SumRow<Measure extends string> = Record<Measure, number> & { key: string | number }

/** The sums of a summary within a scope, one row per value of `by`. Asking for fewer measures is faster. */
export async function sumsBy<Key extends string, Measure extends string, Wanted extends Measure = Measure>(
  deps: Deps,
  summary: Summary<Key, Measure>,
  by: NoInfer<Key> | 'day',
  scope: Scope,
  measures: readonly Wanted[] = Object.keys(summary.measures) as Wanted[],
): Promise<SumRow<Wanted>[]> {
  if (scope.isHidden) return []
  const sums = measures.map((name) => `sum(${name}) AS ${name}`)
  const { wholeBy } = summary
  const isWhole = wholeBy !== undefined && by === wholeBy && isUnbounded(scope)
  const rows = isWhole ? everythingWhole(summary, deps, wholeBy) : everything(summary, deps)
  return deps.store.read.all(sql`
    SELECT ${sql.raw([`${by} AS key`, ...sums].join(', '))} FROM ${rows}
    ${scoped(scope)} GROUP BY 1 ORDER BY 1`)
}

const isUnbounded = ({ franchiseId, from, to }: Scope): boolean =>
  franchiseId === null && from === null && to === null

function scoped({ franchiseId, from, to }: Scope): SQL {
  const conditions = [
    ...(franchiseId === null ? [] : [sql`franchise_id = ${franchiseId}`]),
    ...(from === null ? [] : [sql`day >= ${from}`]),
    ...(to === null ? [] : [sql`day <= ${to}`]),
  ]
  return conditions.length === 0 ? sql`` : sql`WHERE ${sql.join(conditions, sql` AND `)}`
}

/** Adds up rows, measure by measure. */
export function totalOf<M extends string>(
  rows: readonly Record<M, number>[],
  measures: readonly M[],
): Record<M, number> {
  const total = Object.fromEntries(measures.map((name) => [name, 0])) as Record<M, number>
  for (const row of rows) for (const name of measures) total[name] += row[name]
  return total
}

/** Turns rows by day into totals by month, oldest first. Months without rows are left out. */
export function byMonth<M extends string>(
  rows: readonly (Record<M, number> & { key: string | number })[],
  measures: readonly M[],
): (Record<M, number> & { month: string })[] {
  const months = Map.groupBy(rows, ({ key }) => monthOf(Number(key)))
  return [...months].map(([month, ofMonth]) => ({ month, ...totalOf<M>(ofMonth, measures) }))
}

/** A share with four decimals; null if the whole is zero. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}

/** Looks up a service's label by id; unknown services share the label `other`. */
export async function serviceLabels({ store }: Deps): Promise<(id: string) => string> {
  const rows = await store.read.select({ id: serviceTypes.id, label: serviceTypes.label }).from(serviceTypes)
  const labels = new Map(rows.map(({ id, label }) => [id, label]))
  return (id) => labels.get(id) ?? 'other'
}
