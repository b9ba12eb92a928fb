import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { sqlDayOf } from './days'
import type { CoverageReport } from './model'
import { jobAreaSummary } from './summaries'
import { sumsBy, ratio, totalOf, type Scope } from './sums'

const measures = ['inside', 'outside', 'unplaced', 'escalations'] as const
type Places = Record<(typeof measures)[number], number>

const areasShown = 100
/** Fewer than this could point at somebody's house. */
const crowd = 5

/** Where jobs come from that nobody is near: where the next franchise should open. */
export async function coverageReport(deps: Deps, scope: Scope): Promise<z.infer<typeof CoverageReport>> {
  const escalations = await escalationsByArea(deps, scope)
  const areas = (await sumsBy(deps, jobAreaSummary, 'area', scope)).map(({ key, ...sums }) => ({
    area: String(key),
    ...sums,
    escalations: escalations.get(String(key)) ?? 0,
  }))
  const total = totalOf<(typeof measures)[number]>(areas, measures)
  const shown = areas
    .filter((area) => area.area !== '' && jobsIn(area) >= crowd)
    .toSorted((one, other) => other.outside - one.outside || jobsIn(other) - jobsIn(one))
    .slice(0, areasShown)
  const rest = areas.filter((area) => !shown.includes(area))
  return {
    ...total,
    outsideShare: ratio(total.outside, total.inside + total.outside),
    areas: shown,
    elsewhere: totalOf<(typeof measures)[number]>(rest, measures),
  }
}

const jobsIn = ({ inside, outside, unplaced }: Places): number => inside + outside + unplaced

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
