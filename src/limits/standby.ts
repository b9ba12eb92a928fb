import { second, type Clock } from '../lib/clock'
import { within } from '../lib/time-limit'
import type { Limiter, Verdict } from './limiter'

/** Nobody waits longer to be counted. */
const patience = second
/** How long a window that failed is left alone. */
const rest = 5 * second

const unreachable = () => new Error('The windows cannot be reached')

/**
 * Counts in the shared windows, and by itself while they cannot be reached: without the database hardly
 * anything works, but what does, such as saying so, must not fail for want of a count.
 */
export class StandbyLimiter implements Limiter {
  #restUntil = 0

  constructor(
    private readonly shared: Limiter,
    private readonly own: Limiter,
    private readonly clock: Clock,
    private readonly patienceMs = patience,
  ) {}

  async hit(key: string, limit: number): Promise<Verdict> {
    if (this.clock.now() < this.#restUntil) return this.own.hit(key, limit)
    try {
      return await within(this.shared.hit(key, limit), this.patienceMs, unreachable)
    } catch {
      this.#restUntil = this.clock.now() + rest
      return this.own.hit(key, limit)
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.shared.close(), this.own.close()])
  }
}
