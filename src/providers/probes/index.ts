import type { Config } from '../../config'
import { within, type Background } from '../../lib/background'
import { second, type Clock } from '../../lib/clock'
import type { Log } from '../../lib/log'
import { parts, type Part } from '../choices'
import { isReal } from '../demo'
import type { Providers } from '..'
import { probeEmail, ProbeFailure, askOver, probeSms, failureOf } from './calls'

export const probeNames = parts
export type ProbeName = Part

/** Asks a provider something that changes nothing, and throws unless the answer is good. */
export type Probe = () => Promise<void>

/** One probe for each real provider. */
export type Probes = Partial<Record<ProbeName, Probe>>

type Asked = Pick<Providers, 'payments' | 'routing' | 'codehost' | 'hosting'>

export function createProbes(config: Config, providers: Asked, timeLimitMs = 5 * second): Probes {
  // Adapters have their own time limits, some too long for a health page.
  const inTime = <T>(asking: Promise<T>) =>
    within(asking, timeLimitMs, () => new ProbeFailure('unreachable', 'it took too long to respond'))
  const all: Record<ProbeName, Probe> = {
    payments: async () => void (await inTime(providers.payments.balance())),
    email: () => probeEmail(config.email, timeLimitMs),
    sms: () => probeSms(config.sms, timeLimitMs),
    geocoder: async () => void (await askOver({ url: config.geocoder.url ?? '', timeLimitMs })),
    async routing() {
      const { status } = await inTime(providers.routing.health())
      if (status === 'down') throw new ProbeFailure('unreachable', "it isn't responding")
    },
    codehost: () => inTime(providers.codehost.probe()),
    hosting: () => inTime(providers.hosting.probe()),
  }
  return Object.fromEntries(Object.entries(all).filter(([name]) => isReal(config, name as ProbeName)))
}

export interface ProbeResult {
  /** Null if it answered. Only operators may see the failure. */
  failure: ProbeFailure | null
  latencyMs: number
  at: number
}

const goodFor = 30 * second

/**
 * The latest result for each provider. Reading never waits: an old result is refreshed in the background, so
 * a slow provider can't slow down a health page.
 */
export class ProbeBoard {
  readonly #results = new Map<ProbeName, ProbeResult>()
  readonly #asking = new Set<ProbeName>()

  constructor(
    readonly probes: Probes,
    private readonly tools: { clock: Clock; background: Background; log: Log },
  ) {}

  /** `demo` if there is no real provider, null if there is no result yet. */
  look(name: ProbeName): ProbeResult | 'demo' | null {
    if (!this.probes[name]) return 'demo'
    const known = this.#results.get(name) ?? null
    if (known === null || this.tools.clock.now() - known.at >= goodFor) this.#refresh(name)
    return known
  }

  /** Asks all providers, so the first reader finds a result. */
  refreshAll(): void {
    for (const name of probeNames) this.look(name)
  }

  #refresh(name: ProbeName): void {
    const probe = this.probes[name]
    if (!probe || this.#asking.has(name)) return
    this.#asking.add(name)
    this.tools.background.run(`probe ${name}`, async () => {
      const started = performance.now()
      let failure: ProbeFailure | null = null
      try {
        await probe()
      } catch (error) {
        failure = failureOf(error)
      } finally {
        this.#asking.delete(name)
      }
      this.#tellChange(name, failure)
      this.#results.set(name, { failure, latencyMs: performance.now() - started, at: this.tools.clock.now() })
    })
  }

  /** Logs only changes, not every result. */
  #tellChange(name: ProbeName, failure: ProbeFailure | null): void {
    const before = this.#results.get(name)?.failure ?? null
    if (before?.message === failure?.message) return
    const { log } = this.tools
    if (failure === null) return log.info('provider works again', { provider: name })
    log.warn('provider not working', {
      provider: name,
      why: failure.message,
      cure: adviceFor(name, failure),
    })
  }
}

/** The settings to check if a provider doesn't respond or rejects us. */
const variables: Record<ProbeName, string> = {
  payments: 'the Stripe secret key (STRIPE_SECRET_KEY)',
  email: 'the Resend key (RESEND_API_KEY) or mail server (SMTP_URL)',
  sms: 'the Twilio account and token (TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN)',
  geocoder: "the geocoder's address (GEOCODER_URL)",
  routing: "the routing service's address (ROUTING_URL)",
  codehost: 'the repository and token (CODEHOST_REPO, CODEHOST_TOKEN)',
  hosting: 'the project and token (HOSTING_PROJECT, HOSTING_TOKEN)',
}

/** Advice for the operator. */
export function adviceFor(name: ProbeName, { kind }: ProbeFailure): string {
  return kind === 'refused'
    ? `Check ${variables[name]}. A key may have been revoked or belong to another account.`
    : `Check that this machine can reach it, and check ${variables[name]}.`
}
