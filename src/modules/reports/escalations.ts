import { sql } from 'drizzle-orm'
import type { Deps } from '../../deps'
import type { Scope } from './sums/ask'
import { sqlDayOf } from './sums/days'

/** Tasks about a job that asks where, by whom or when it can be served; payments and messages are not this. */
const aboutServing = sql`(task.kind LIKE 'job.%' OR task.kind LIKE 'dispatch%')`

/** How many jobs were escalated, by the first three digits of the job's ZIP code, for tasks raised within the scope. */
export async function escalationsByArea(
  deps: Deps,
  { franchiseId, from, to }: Scope,
): Promise<Map<string, number>> {
  const day = sqlDayOf(sql`task.created_at`, deps.config.business.timeZone, deps.clock.now())
  const rows = await deps.store.read.all<{ area: string; jobs: number }>(sql`
    SELECT coalesce(substr(job.zip, 1, 3), '') AS area, count(DISTINCT task.subject) AS jobs
    FROM hq_tasks AS task CROSS JOIN jobs AS job ON job.id = task.subject
    WHERE ${aboutServing}
      ${franchiseId === null ? sql`` : sql`AND job.franchise_id = ${franchiseId}`}
      ${from === null ? sql`` : sql`AND ${day} >= ${from}`}
      ${to === null ? sql`` : sql`AND ${day} <= ${to}`}
    GROUP BY 1`)
  return new Map(rows.map(({ area, jobs }) => [area, jobs]))
}
