import type { z } from 'zod'
import type { Deps } from '../../deps'
import { escalationsByArea } from './escalations'
import type { CoverageReport } from './model'
import { sumsBy, type Scope } from './sums/ask'
import { jobAreaSummary } from './sums/jobs'
import { ratio, totalOf } from './sums/rollup'

const measures = ['inside', 'outside', 'unplaced', 'escalations'] as const
type Places = Record<(typeof measures)[number], number>

const areasShown = 100
/** Fewer than this could point at somebody's house. */
const crowd = 5

/** Where jobs come from that nobody is near: where the next franchise should open. */
export async function coverage(deps: Deps, scope: Scope): Promise<z.infer<typeof CoverageReport>> {
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
