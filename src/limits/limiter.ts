/** What came of counting one request against a limit. */
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
  hit(key: string, limit: number): Verdict | Promise<Verdict>
  close(): Promise<void>
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
