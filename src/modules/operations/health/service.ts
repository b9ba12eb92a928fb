import type { Deps } from '../../../deps'
import { within } from '../../../lib/background'
import { isoTime, second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { interfaceVersion } from '../../../version'
import type { Check, Finding } from './check'
import { checks, type CheckName } from './checks'
import type { Health } from './model'

const patience = 2 * second

/** Looks at everything at once. Whatever is wrong, there is an answer that says so. */
export async function readHealth(deps: Deps): Promise<Health> {
  const looked = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => [name, await look(deps, name, check)] as const),
  )
  const found = Object.fromEntries(looked) as Record<CheckName, Finding>
  return {
    status: verdictOn(found),
    timestamp: isoTime(deps.clock.now()),
    version: interfaceVersion,
    checks: found as Health['checks'],
  }
}

/** Without its database the service can do nothing; anything else it can do without for a while. */
function verdictOn(found: Record<CheckName, Finding>): Health['status'] {
  if (found.database.status === 'down') return 'unhealthy'
  const troubled = Object.values(found).some(({ status }) => status === 'down' || status === 'degraded')
  return troubled ? 'degraded' : 'healthy'
}

async function look(deps: Deps, name: string, check: Check): Promise<Finding> {
  const started = performance.now()
  const elapsed = () => Math.round((performance.now() - started) * 100) / 100
  try {
    const finding = await within(check(deps), patience, () => new Error('It took too long'))
    const { latencyMs = elapsed() } = finding
    return { ...finding, latencyMs: latencyMs === null ? null : Math.round(latencyMs * 100) / 100 }
  } catch (error) {
    deps.log.warn('a health check failed', { check: name, ...describeError(error) })
    return { status: 'down', latencyMs: elapsed() }
  }
}
