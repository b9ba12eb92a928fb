import type { Config } from '../../config'
import { second } from '../../lib/clock'
import { within } from '../../lib/time-limit'
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
  // Adapters have limits of their own, some longer than anybody would look at a health page.
  const inTime = <T>(asking: Promise<T>) =>
    within(asking, timeLimitMs, () => new ProbeFailure('unreachable', 'it did not answer in time'))
  const all: Record<ProbeName, Probe> = {
    payments: async () => void (await inTime(providers.payments.balance())),
    email: () => probeEmail(config.email, timeLimitMs),
    sms: () => probeSms(config.sms, timeLimitMs),
    geocoder: async () => void (await askOver({ url: config.geocoder.url ?? '', timeLimitMs })),
    async routing() {
      const { status } = await inTime(providers.routing.health())
      if (status === 'down') throw new ProbeFailure('unreachable', 'it did not answer')
    },
    codehost: () => inTime(providers.codehost.probe()),
    hosting: () => inTime(providers.hosting.probe()),
  }
  const demo = new Set(demoProviders(config))
  return Object.fromEntries(Object.entries(all).filter(([name]) => !demo.has(name)))
}
