import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { findingsOf, type Finding } from './diagnosis/check'
import { checks } from './diagnosis/checks'
import type { Insights } from './model'

const weight: Record<Finding['severity'], number> = { high: 15, medium: 5, low: 1 }

/** Everything the checks found, the worst first. */
export async function readInsights(deps: Deps): Promise<Insights> {
  const found: Finding[] = []
  for (const { look } of checks.filter(({ insights }) => insights))
    found.push(...findingsOf(await look(deps)))
  return {
    insights: found.toSorted((one, other) => weight[other.severity] - weight[one.severity]),
    score: scoreOf(found),
    analyzedAt: isoTime(deps.clock.now()),
  }
}

export function scoreOf(found: readonly Pick<Finding, 'severity'>[]): number {
  return Math.max(
    0,
    found.reduce((score, { severity }) => score - weight[severity], 100),
  )
}
