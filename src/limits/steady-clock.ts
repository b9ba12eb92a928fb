import type { Clock } from '../lib/clock'

/**
 * Runs at the pace of another clock but never back. When that one is set back, this one goes on from
 * where it was: no window reopens early, and none stays closed until the old time comes round again.
 */
export class SteadyClock implements Clock {
  #latest = 0
  #ahead = 0

  constructor(private readonly clock: Clock) {}

  now(): number {
    const told = this.clock.now() + this.#ahead
    if (told >= this.#latest) return (this.#latest = told)
    this.#ahead += this.#latest - told
    return this.#latest
  }

  /** A moment that an earlier process told already does not lie ahead. */
  notBefore(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }
}
