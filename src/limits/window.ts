import type { Clock } from '../lib/clock'

/** The result of counting one request against a limit. */
export interface Verdict {
  allowed: boolean
  /** Requests left in the current window. */
  remaining: number
  /** Time until another request is allowed, or until the window is empty. */
  resetMs: number
}

/**
 * An exact sliding window: no span of 60 seconds has more than `limit` accepted requests per key, and refused
 * requests don't extend the wait.
 */
export interface Limiter {
  hit(key: string, limit: number, wider?: Wider): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/**
 * A wider window with its own limit. A request must fit into both windows, and counts in both or in neither.
 */
export interface Wider {
  key: string
  limit: number
}

export const windowMs = 60_000

/** Takes the accepted requests of the last minute, oldest first. */
export function judge(hits: readonly number[], limit: number, now: number): Verdict {
  const free = limit - hits.length
  if (free <= 0) {
    // A request is allowed again once enough of the oldest ones have left the window.
    const blocking = hits[hits.length - limit] ?? now
    return { allowed: false, remaining: 0, resetMs: blocking + windowMs - now }
  }
  return { allowed: true, remaining: free - 1, resetMs: windowMs }
}

/** The narrower verdict counts, unless only the wider window is full. */
export const judgeBoth = (own: Verdict, wider: Verdict | undefined): Verdict =>
  own.allowed && wider?.allowed === false ? wider : own

/**
 * Follows another clock but never goes back. If that clock is set back, this one continues from where it was,
 * so no window reopens early or stays closed until the old time is reached again.
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

  /** Continues after the last moment that an earlier process recorded. */
  notBefore(moment: number): void {
    this.#latest = Math.max(this.#latest, moment)
  }
}
