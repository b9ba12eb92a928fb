import type { Pool } from './pool'
import { markAtOrAfter, markAtOrBefore, never } from './time'
import { arrivalIn, departureIn } from './traffic'

/**
 * The spans in which a visit can start: within a job's window and the route's working time, with room for the
 * whole visit. Also handles driving: all of it happens in working time, but a worker may arrive early.
 */
export class Spans {
  /** The spans collected last: starts from `from[i]` to `until[i]`, both inclusive, on the marks. */
  readonly from: Int32Array
  readonly until: Int32Array
  count = 0
  /** The only span of a job on its route. If it has several, `onlyUntil` is -1. */
  readonly onlyFrom: Int32Array
  readonly onlyUntil: Int32Array
  readonly #step: number

  constructor(readonly pool: Pool) {
    this.from = new Int32Array(pool.mostSpans)
    this.until = new Int32Array(pool.mostSpans)
    this.onlyFrom = new Int32Array(pool.jobs.length)
    this.onlyUntil = new Int32Array(pool.jobs.length)
    this.#step = pool.options.startStepMinutes
  }

  gather(job: number, route: number): number {
    const { windowFirst, windowFrom, windowUntil, freeFirst, freeMark, freeUntil, dayOf } = this.pool
    const minutes = this.pool.duration[job]!
    const day = job * this.pool.dayCount + dayOf[route]!
    const windowsEnd = windowFirst[day + 1]!
    const freeEnd = freeFirst[route + 1]!
    let count = 0
    for (let f = freeFirst[route]!; f < freeEnd; f += 1) {
      for (let w = windowFirst[day]!; w < windowsEnd; w += 1) {
        const from = Math.max(windowFrom[w]!, freeMark[f]!)
        const until = Math.min(windowUntil[w]!, freeUntil[f]! - minutes)
        if (from > until) continue
        this.from[count] = from
        this.until[count] = until
        count += 1
      }
    }
    this.count = count
    return count
  }

  /** The first start in the collected spans at or after a time, or `never`. */
  startAtOrAfter(moment: number): number {
    for (let i = 0; i < this.count; i += 1) {
      if (moment > this.until[i]!) continue
      const from = this.from[i]!
      if (moment <= from) return from
      const start = markAtOrAfter(moment, this.#step)
      if (start <= this.until[i]!) return start
    }
    return never
  }

  /** Call when a job joins a route, so `firstStart` and `lastStart` needn't collect its spans again. */
  settle(job: number, route: number): void {
    const one = this.gather(job, route) === 1
    this.onlyFrom[job] = this.from[0]!
    this.onlyUntil[job] = one ? this.until[0]! : -1
  }

  /** The first start of a job on its route at or after a time, or `never`. */
  firstStart(job: number, route: number, moment: number): number {
    const until = this.onlyUntil[job]!
    if (until === -1) {
      this.gather(job, route)
      return this.startAtOrAfter(moment)
    }
    const from = this.onlyFrom[job]!
    if (moment <= from) return from
    const start = markAtOrAfter(moment, this.#step)
    return start <= until ? start : never
  }

  /** The last start of a job on its route at or before a time, or -1. */
  lastStart(job: number, route: number, moment: number): number {
    if (this.onlyUntil[job] === -1) return this.#lastOfSeveral(job, route, moment)
    const start = markAtOrBefore(Math.min(moment, this.onlyUntil[job]!), this.#step)
    return start >= this.onlyFrom[job]! ? start : -1
  }

  #lastOfSeveral(job: number, route: number, moment: number): number {
    for (let i = this.gather(job, route) - 1; i >= 0; i -= 1) {
      const start = markAtOrBefore(Math.min(moment, this.until[i]!), this.#step)
      if (start >= this.from[i]!) return start
    }
    return -1
  }

  /** When a worker arrives who can leave at a given time. */
  arrival(route: number, ready: number, minutes: number): number {
    const { freeFirst, freeFrom, freeUntil } = this.pool
    const last = freeFirst[route + 1]! - 1
    let free = freeFirst[route]!
    if (free >= last) return this.driven(route, ready, minutes)
    for (; free < last; free += 1) {
      const arrival = this.driven(route, Math.max(ready, freeFrom[free]!), minutes)
      if (arrival <= freeUntil[free]!) return arrival
    }
    return this.driven(route, Math.max(ready, freeFrom[last]!), minutes)
  }

  /** The latest time to leave to arrive by a given time: the reverse of `arrival`. */
  departure(route: number, by: number, minutes: number): number {
    const { freeFirst, freeFrom, freeUntil } = this.pool
    const first = freeFirst[route]!
    let free = freeFirst[route + 1]! - 1
    const latest = this.leaving(route, by, minutes)
    if (free <= first || latest >= freeFrom[free]!) return latest
    for (free -= 1; free >= first; free -= 1) {
      const leave = this.leaving(route, Math.min(by, freeUntil[free]!), minutes)
      if (leave >= freeFrom[free]!) return leave
    }
    return -1
  }

  /** The end of a drive that begins at a given time, by the traffic of the day. */
  driven(route: number, leave: number, minutes: number): number {
    const traffic = this.pool.traffic[this.pool.dayOf[route]!]!
    return traffic === null ? leave + minutes : arrivalIn(traffic, leave, minutes)
  }

  /** The start of a drive that ends at a given time. */
  leaving(route: number, by: number, minutes: number): number {
    const traffic = this.pool.traffic[this.pool.dayOf[route]!]!
    return traffic === null ? by - minutes : departureIn(traffic, by, minutes)
  }
}
