import { sql, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps'
import { everything, everythingWhole, type Summary } from './summary'
import type { DayNumber } from './days'

/** What part of everything is asked about. */
export interface Scope {
  /** Null means all of them. */
  franchiseId: string | null
  from: DayNumber | null
  to: DayNumber | null
}

export type SumRow<Measure extends string> = Record<Measure, number> & { key: string | number }

/** The sums of a summary within a scope, one row for each value of `by`; fewer measures are quicker. */
export async function sumsBy<Key extends string, Measure extends string, Wanted extends Measure = Measure>(
  deps: Deps,
  summary: Summary<Key, Measure>,
  by: NoInfer<Key> | 'day',
  scope: Scope,
  measures: readonly Wanted[] = Object.keys(summary.measures) as Wanted[],
): Promise<SumRow<Wanted>[]> {
  const sums = measures.map((name) => `sum(${name}) AS ${name}`)
  const isWhole = by === summary.wholeBy && isUnbounded(scope)
  const rows = isWhole ? everythingWhole(summary, deps, by) : everything(summary, deps)
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
