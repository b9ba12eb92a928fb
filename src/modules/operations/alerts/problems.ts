import type { Deps } from '../../../deps'
import { within } from '../../../lib/background'
import { second } from '../../../lib/clock'
import { describeError } from '../../../lib/log'
import { findingsOf, type Check, type Seen } from '../diagnosis/check'
import { checks } from '../diagnosis/checks'

/** Something the owner should know about if it lasts. */
export interface Problem {
  title: string
  action: string
}

const timeLimit = 10 * second
const cureForAnything = 'Run `./truckroll doctor` on the server to see more.'

/** The problems by check. Null means that a check can't tell yet, so nothing about it changes. */
export async function findProblems(deps: Deps): Promise<Map<string, Problem[] | null>> {
  const watched = checks.filter((check): check is Check & { alert: string } => check.alert !== undefined)
  const found = await Promise.all(
    watched.map(async (check) => [check.alert, await problemsOf(deps, check)] as const),
  )
  return new Map([...found, ...pausedProviders(deps)])
}

async function problemsOf(deps: Deps, { alert, look }: Check): Promise<Problem[] | null> {
  try {
    return judge(await within(look(deps), timeLimit, () => new Error('The check timed out')))
  } catch (error) {
    deps.log.warn('a health check failed', { check: alert, ...describeError(error) })
    return [{ title: `The check of ${alert} failed`, action: cureForAnything }]
  }
}

/** A part that was never set up hasn't broken, and a provider that hasn't been asked yet is unknown. */
function judge(seen: Seen): Problem[] | null {
  const { status, latencyMs } = seen.health ?? {}
  if (latencyMs === null) return status === 'configured' ? null : []
  const isDown = status === 'down' || status === 'degraded'
  const findings = findingsOf(seen).filter(({ severity }) => isDown || severity === 'high')
  return findings.map(({ title, action }) => ({ title, action }))
}

function pausedProviders({ telemetry }: Deps): [string, Problem[]][] {
  return [...telemetry.figures.breakers].map(([provider, restingFor]) => [
    `calls to ${provider}`,
    restingFor() > 0
      ? [{ title: `Calls to ${provider} are paused after repeated failures`, action: cureForAnything }]
      : [],
  ])
}

/** The channels that a problem makes unreliable, by check. */
const affected: Record<string, 'email' | 'sms'> = {
  email: 'email',
  'calls to resend': 'email',
  'calls to smtp': 'email',
  sms: 'sms',
  'calls to twilio': 'sms',
}

export const channelHitBy = (check: string): 'email' | 'sms' | null => affected[check] ?? null
