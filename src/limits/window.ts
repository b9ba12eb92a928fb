import type { Clock } from '../lib/clock'

/** The result of counting one request against a limit. */
export interface Verdict {
  allowed: boolean
  /** Requests still free in the present window. */
  remaining: number
  /** Until the next request is free again (when refused), or until the window is empty. */
  resetMs: number
}

/**
 * An exact sliding window: in no span of 60 seconds are more than `limit` requests of one key let
 * through, and a refused request does not lengthen the wait.
 */
export interface Limiter {
  hit(key: string, limit: number, wider?: Wider): Verdict | Promise<Verdict>
  close(): Promise<void>
}

/** A window around others with a limit of its own: a request passes only if both have room, and counts in both or neither. */
export interface Wider {
  key: string
  limit: number
}

export const windowMs = 60_000

/** Decides over the accepted requests of the last minute, oldest first. */
export function judge(hits: readonly number[], limit: number, now: number): Verdict {
  const free = limit - hits.length
  if (free <= 0) {
    // The request becomes free when enough of the oldest have left the window.
    const blocking = hits[hits.length - limit] ?? now
    return { allowed: false, remaining: 0, resetMs: blocking + windowMs - now }
  }
  return { allowed: true, remaining: free - 1, resetMs: windowMs }
}

/** The narrower verdict speaks for both, unless only the wider window is full. */
export const judgeBoth = (own: Verdict, wider: Verdict | undefined): Verdict =>
  own.allowed && wider?.allowed === false ? wider : own

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
