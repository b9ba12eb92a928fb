import type { Background } from '../../lib/background'
import { second, type Clock } from '../../lib/clock'
import type { Log } from '../../lib/log'
import { adviceFor } from './advice'
import { failureOf, type ProbeFailure } from './failure'
import { probeNames, type ProbeName, type Probes } from './index'

export interface ProbeResult {
  /** Null when it answered. Why it did not is for the operator's eyes only. */
  failure: ProbeFailure | null
  latencyMs: number
  at: number
}

const goodFor = 30 * second

/**
 * What was last heard of each provider. Looking never waits: whoever finds an old result has it asked
 * for anew behind the scenes, so that a slow provider cannot slow down a health page.
 */
export class ProbeBoard {
  readonly #results = new Map<ProbeName, ProbeResult>()
  readonly #asking = new Set<ProbeName>()

  constructor(
    readonly probes: Probes,
    private readonly tools: { clock: Clock; background: Background; log: Log },
  ) {}

  /** `demo` when the provider is played by ourselves, null when nothing was heard yet. */
  look(name: ProbeName): ProbeResult | 'demo' | null {
    if (!this.probes[name]) return 'demo'
    const known = this.#results.get(name) ?? null
    if (known === null || this.tools.clock.now() - known.at >= goodFor) this.#refresh(name)
    return known
  }

  /** Asks all of them, so that the first to look finds something. */
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

  /** A line each time it goes or comes back, not each time it is asked. */
  #tellChange(name: ProbeName, failure: ProbeFailure | null): void {
    const before = this.#results.get(name)?.failure ?? null
    if (before?.message === failure?.message) return
    const { log } = this.tools
    if (failure === null) return log.info('a provider answers again', { provider: name })
    log.warn('a provider is set but of no use', {
      provider: name,
      why: failure.message,
      cure: adviceFor(name, failure),
    })
  }
}
