import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { Deps } from '../../../deps'
import { crowd, inCrowds } from './crowds'
import { sqlDayOf } from './days'
import type { CoverageReport } from './model'
import { jobAreaSummary } from './summaries'
import { sumsBy, ratio, totalOf, type Scope } from './sums'

const measures = ['inside', 'outside', 'unplaced', 'escalations'] as const
type Places = Record<(typeof measures)[number], number>

const areasShown = 100

/** Shows where jobs come from that no franchise serves, and so where the next franchise could open. */
export async function coverageReport(deps: Deps, scope: Scope): Promise<z.infer<typeof CoverageReport>> {
  const escalations = await escalationsByArea(deps, scope)
  const areas = (await sumsBy(deps, jobAreaSummary, 'area', scope)).map(({ key, ...sums }) => ({
    area: String(key),
    ...sums,
    escalations: escalations.get(String(key)) ?? 0,
  }))
  const total = totalOf<(typeof measures)[number]>(areas, measures)
  const named = areas.filter(({ area }) => area !== '')
  const shown = (scope.forPublic ? publicAreas(scope, areas, named) : named)
    .filter((area) => jobsIn(area) >= crowd)
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

/** Hides one more area if the hidden ones would otherwise be too few to stay anonymous; none are shown by franchise. */
function publicAreas<A extends Places>({ franchiseId }: Scope, areas: A[], named: A[]): A[] {
  if (franchiseId !== null) return []
  const { shown } = inCrowds(named, jobsIn)
  const left = areas.filter((area) => !shown.includes(area))
  const isEnough = left.length === 0 || left.reduce((sum, area) => sum + jobsIn(area), 0) >= crowd
  return isEnough ? shown : shown.toSorted((one, other) => jobsIn(other) - jobsIn(one)).slice(0, -1)
}

const jobsIn = ({ inside, outside, unplaced }: Places): number => inside + outside + unplaced

/** To-dos about where, when or by whom a job can be done; those about payments and messages don't count. */
const aboutServing = sql`(task.kind LIKE 'job.%' OR task.kind LIKE 'dispatch%')`

/** Jobs with a to-do raised within the scope, counted by the first three digits of the ZIP code. */
export async function escalationsByArea(
  deps: Deps,
  { franchiseId, from, to }: Scope,
): Promise<Map<string, number>> {
  const day = sqlDayOf(sql`task.created_at`, deps.settings.business.timeZone, deps.clock.now())
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
