import type { Config } from '../../config'
import { second } from '../../lib/clock'
import { demoProviders } from '../demo'
import type { Providers } from '../index'
import { probeEmail } from './email'
import { ProbeFailure } from './failure'
import { askOver } from './http'
import { probeSms } from './sms'

export const probeNames = ['payments', 'email', 'sms', 'geocoder', 'routing', 'codehost', 'hosting'] as const
export type ProbeName = (typeof probeNames)[number]

/** Asks a provider something that changes nothing; throws when the answer is not a good one. */
export type Probe = () => Promise<void>

/** A probe for every provider that is real; the others are ourselves. */
export type Probes = Partial<Record<ProbeName, Probe>>

type Asked = Pick<Providers, 'payments' | 'routing' | 'codehost' | 'hosting'>

export function createProbes(config: Config, providers: Asked, timeLimitMs = 5 * second): Probes {
  const all: Record<ProbeName, Probe> = {
    payments: async () => void (await within(providers.payments.balance(), timeLimitMs)),
    email: () => probeEmail(config.email, timeLimitMs),
    sms: () => probeSms(config.sms, timeLimitMs),
    geocoder: async () => void (await askOver({ url: config.geocoder.url ?? '', timeLimitMs })),
    async routing() {
      const { status } = await within(providers.routing.health(), timeLimitMs)
      if (status === 'down') throw new ProbeFailure('unreachable', 'it did not answer')
    },
    codehost: () => within(providers.codehost.probe(), timeLimitMs),
    hosting: () => within(providers.hosting.probe(), timeLimitMs),
  }
  const demo = new Set(demoProviders(config))
  return Object.fromEntries(Object.entries(all).filter(([name]) => !demo.has(name)))
}

/** Adapters have limits of their own, some longer than anybody would look at a health page. */
async function within<T>(asking: Promise<T>, timeLimitMs: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new ProbeFailure('unreachable', 'it did not answer in time')),
    timeLimitMs,
  )
  try {
    return await Promise.race([asking, promise])
  } finally {
    clearTimeout(timer)
  }
}
