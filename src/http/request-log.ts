/** How a route has been doing, over its latest requests. */
export interface RouteFigures {
  /** Method and pattern. */
  route: string
  /** How many requests the figure is over. */
  sample: number
  p95Ms: number
}

const keptPerRoute = 200
const failuresKept = 1_000
/** Patterns, not addresses: no crowd can make more of them than there are routes. */
const routesKept = 1_000

/** The durations of the latest requests in memory, bounded, and cheap enough to take along with each. */
export class RequestLog {
  readonly #routes = new Map<string, { durations: Float32Array; count: number }>()
  readonly #failures = new Float64Array(failuresKept)
  #failed = 0

  record(method: string, route: string, status: number, ms: number, now: number): void {
    const key = `${method} ${route}`
    let known = this.#routes.get(key)
    if (!known) {
      if (this.#routes.size >= routesKept) return
      known = { durations: new Float32Array(keptPerRoute), count: 0 }
      this.#routes.set(key, known)
    }
    known.durations[known.count++ % keptPerRoute] = ms
    if (status >= 500) this.#failures[this.#failed++ % failuresKept] = now
  }

  /** Slowest first. */
  figures(): RouteFigures[] {
    return [...this.#routes]
      .map(([route, { durations, count }]) => {
        const sample = Math.min(count, keptPerRoute)
        return { route, sample, p95Ms: percentile(durations.slice(0, sample), 0.95) }
      })
      .toSorted((one, other) => other.p95Ms - one.p95Ms)
  }

  /** Answers of 500 and above since a moment; no more than are remembered. */
  failuresSince(since: number): number {
    return this.#failures.subarray(0, this.#failed).filter((at) => at >= since).length
  }
}

/** The nearest rank: the smallest value that so large a part of the sample does not exceed. */
export function percentile(sample: Float32Array, part: number): number {
  const sorted = sample.toSorted()
  return Math.round((sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0) * 10) / 10
}
