import type { Deps } from '../../../deps'
import { isoTime } from '../../../lib/clock'
import { finders } from './finders'
import type { Insight, Severity } from './insight'
import type { Insights } from './model'

const weight: Record<Severity, number> = { high: 15, medium: 5, low: 1 }

/** Everything the finders have to say, the worst first. */
export async function analyse(deps: Deps): Promise<Insights> {
  const found: Insight[] = []
  for (const find of finders) found.push(...(await find(deps)))
  return {
    insights: found.toSorted((one, other) => weight[other.severity] - weight[one.severity]),
    score: scoreOf(found),
    analyzedAt: isoTime(deps.clock.now()),
  }
}

export function scoreOf(found: readonly Pick<Insight, 'severity'>[]): number {
  return Math.max(
    0,
    found.reduce((score, { severity }) => score - weight[severity], 100),
  )
}
