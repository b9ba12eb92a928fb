import type { Deps } from '../../deps'
import { within } from '../../lib/background'
import { isoTime, second } from '../../lib/clock'
import { describeError } from '../../lib/log'
import { interfaceVersion } from '../../version'
import { findingsOf, type HealthEntry, type Finding } from './diagnosis/check'
import { checks } from './diagnosis/checks'
import { Health, type Insights } from './model'

type Name = keyof Health['checks']
const names = Object.keys(Health.shape.checks.shape) as Name[]
const timeLimit = 2 * second

/** Runs every check at once. A check that fails is part of the answer, so there always is one. */
export async function readHealth(deps: Deps): Promise<Health> {
  const looked = await Promise.all(names.map(async (name) => [name, await entryOf(deps, name)] as const))
  const found = Object.fromEntries(looked) as Record<Name, HealthEntry>
  return {
    status: verdictOn(found),
    timestamp: isoTime(deps.clock.now()),
    version: interfaceVersion,
    checks: found as Health['checks'],
  }
}

/** Only a missing database makes the service unhealthy; it can do without anything else for a while. */
function verdictOn(found: Record<Name, HealthEntry>): Health['status'] {
  if (found.database.status === 'down') return 'unhealthy'
  const troubled = Object.values(found).some(({ status }) => status === 'down' || status === 'degraded')
  return troubled ? 'degraded' : 'healthy'
}

/** A check that throws or takes too long counts as `down`. */
async function entryOf(deps: Deps, name: Name): Promise<HealthEntry> {
  const started = performance.now()
  const rounded = (ms: number) => Math.round(ms * 100) / 100
  const elapsed = () => rounded(performance.now() - started)
  try {
    const looking = checks.find(({ health }) => health === name)?.look(deps)
    const seen = await within(looking, timeLimit, () => new Error('The check timed out'))
    if (!seen?.health) throw new Error('No check reports this entry')
    const { latencyMs = elapsed() } = seen.health
    return { ...seen.health, latencyMs: latencyMs === null ? null : rounded(latencyMs) }
  } catch (error) {
    deps.log.warn('a health check failed', { check: name, ...describeError(error) })
    return { status: 'down', latencyMs: elapsed() }
  }
}

const weight: Record<Finding['severity'], number> = { high: 15, medium: 5, low: 1 }

/** All findings, most severe first. */
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
  const score = found.reduce((left, { severity }) => left - weight[severity], 100)
  return Math.max(0, score)
}
