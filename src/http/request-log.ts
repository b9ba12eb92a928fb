import { Histogram } from '../telemetry/histogram'

/** The speed of a route over its latest requests. */
export interface RouteFigures {
  /** Method and pattern. */
  route: string
  /** The number of requests in this sample. */
  sample: number
  p95Ms: number
}

/** The route of requests that no pattern matches. */
export const unmatched = 'unknown'

interface RouteLog {
  method: string
  route: string
  durations: Float32Array
  count: number
  seconds: Histogram
  statuses: Map<number, number>
}

const keptPerRoute = 200
const failuresKept = 1_000
/** Keys are patterns, not paths, so clients can't make this map grow beyond the number of routes. */
const routesKept = 1_000

/** Durations of the latest requests, in a limited amount of memory. */
export class RequestLog {
  readonly #routes = new Map<string, RouteLog>()
  readonly #failures = new Float64Array(failuresKept)
  #failed = 0
  /** The number of all requests since the start. */
  answered = 0

  record(method: string, route: string, status: number, ms: number, now: number): void {
    this.answered++
    // Anyone can send any method to an unknown path.
    const key = route === unmatched ? route : `${method} ${route}`
    let known = this.#routes.get(key)
    if (!known) {
      if (this.#routes.size >= routesKept) return
      known = {
        method: route === unmatched ? 'any' : method,
        route,
        durations: new Float32Array(keptPerRoute),
        count: 0,
        seconds: new Histogram(),
        statuses: new Map(),
      }
      this.#routes.set(key, known)
    }
    known.durations[known.count++ % keptPerRoute] = ms
    known.seconds.observe(ms / 1000)
    known.statuses.set(status, (known.statuses.get(status) ?? 0) + 1)
    if (status >= 500) this.#failures[this.#failed++ % failuresKept] = now
  }

  /** Returns the slowest routes first. */
  figures(): RouteFigures[] {
    return [...this.#routes]
      .map(([route, { durations, count }]) => {
        const sample = Math.min(count, keptPerRoute)
        return { route, sample, p95Ms: percentile(durations.slice(0, sample), 0.95) }
      })
      .toSorted((one, other) => other.p95Ms - one.p95Ms)
  }

  /** Everything counted since the start, by route. */
  totals(): Pick<RouteLog, 'method' | 'route' | 'seconds' | 'statuses'>[] {
    return [...this.#routes.values()]
  }

  /** Counts answers of 500 and above, up to the number we remember. */
  failuresSince(since: number): number {
    return this.#failures.subarray(0, this.#failed).filter((at) => at >= since).length
  }
}

/** The nearest-rank percentile. */
export function percentile(sample: Float32Array, part: number): number {
  const sorted = sample.toSorted()
  return Math.round((sorted[Math.max(0, Math.ceil(sorted.length * part) - 1)] ?? 0) * 10) / 10
}
