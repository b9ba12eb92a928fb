import { DeliveryFailure } from './failure'
import { realTimers, type Timers } from './timers'

/** Nobody holds a claimed message longer than this; it goes back to the queue instead. */
const longestWaitMs = 10_000

/** Spaces calls to a provider evenly, and holds all of them back when it asks for a rest. */
export class Pace {
  #nextAt = 0
  #restUntil = 0

  constructor(
    private perSecond: number,
    private readonly timers: Timers = realTimers,
  ) {}

  /** Resolves when it is this call's turn. */
  async turn(): Promise<void> {
    const now = this.timers.now()
    const resting = this.restingFor()
    const at = Math.max(now, this.#nextAt, this.#restUntil)
    if (resting > longestWaitMs || at - now > longestWaitMs)
      throw new DeliveryFailure('later', 'The provider asked for a rest', { retryAfterMs: at - now })
    this.#nextAt = at + 1000 / this.perSecond
    if (at > now) await this.timers.wait(at - now)
  }

  rest(ms: number): void {
    this.#restUntil = Math.max(this.#restUntil, this.timers.now() + ms)
  }

  restingFor(): number {
    return Math.max(0, this.#restUntil - this.timers.now())
  }

  /** Providers tell the rate they allow; ours follows it within reason. */
  follow(perSecond: number): void {
    if (Number.isFinite(perSecond) && perSecond >= 1) this.perSecond = Math.min(perSecond, 100)
  }
}
