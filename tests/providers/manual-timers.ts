import type { CallLimits, Timers } from '../../src/providers/delivery'

/** Time that passes only by waiting for it, and then at once. */
export class ManualTimers implements Timers {
  readonly waited: number[] = []
  #now = 1_000_000

  now(): number {
    return this.#now
  }

  async wait(ms: number): Promise<void> {
    this.waited.push(Math.round(ms))
    this.#now += ms
  }

  pass(ms: number): void {
    this.#now += ms
  }
}

/** Generous with time and quick to repeat; a test tightens the settings it's about. */
export const testLimits: CallLimits = {
  callMs: 120_000,
  repeats: 1,
  repeatAfterMs: 1,
  breakAfter: 100,
  breakMs: 60_000,
}
