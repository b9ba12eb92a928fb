import type { Background } from '../../lib/background'
import { second, type Clock } from '../../lib/clock'
import { probeNames, type ProbeName, type Probes } from './index'

export interface ProbeResult {
  state: 'up' | 'down'
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
    private readonly tools: { clock: Clock; background: Background },
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
      let state: ProbeResult['state'] = 'up'
      try {
        await probe()
      } catch {
        // Why is for the operator's eyes only: `doctor` asks again and says.
        state = 'down'
      } finally {
        this.#asking.delete(name)
      }
      this.#results.set(name, { state, latencyMs: performance.now() - started, at: this.tools.clock.now() })
    })
  }
}
