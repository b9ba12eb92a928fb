import type { Routes } from './routes'

/** Numbers kept of a stop: itself, its times, the drive to it, and the only span in which it can start. */
const perStop = 7

/** Routes as they were before they changed. Putting them back is quicker than working out their times again. */
export class Snapshot {
  readonly #routes: Routes
  readonly #stops: Int32Array
  readonly #kept: Int32Array
  readonly #firstStop: Int32Array
  readonly #version: Int32Array
  readonly #visitCount: Int32Array
  readonly #visitMinutes: Int32Array
  /** The snapshot a route was last kept for. */
  readonly #keptFor: Int32Array
  #number = 0
  #count = 0

  constructor(routes: Routes) {
    const { stopCount, routeCount } = routes.pool
    this.#routes = routes
    this.#stops = new Int32Array(perStop * stopCount)
    this.#kept = new Int32Array(routeCount)
    this.#firstStop = new Int32Array(routeCount + 1)
    this.#version = new Int32Array(routeCount)
    this.#visitCount = new Int32Array(routeCount)
    this.#visitMinutes = new Int32Array(routeCount)
    this.#keptFor = new Int32Array(routeCount)
  }

  begin(): void {
    this.#number += 1
    this.#count = 0
  }

  /** Call before a route changes. Only the first time counts. */
  keep(route: number): void {
    if (this.#keptFor[route] === this.#number) return
    this.#keptFor[route] = this.#number
    const { pool, next, startAt, readyAt, latestStart, leg, spans } = this.#routes
    const stops = this.#stops
    const end = pool.firstEnd + route
    let at = this.#firstStop[this.#count]!
    for (let stop = pool.firstBegin + route; stop !== end;) {
      stop = next[stop]!
      stops[at] = stop
      stops[at + 1] = startAt[stop]!
      stops[at + 2] = readyAt[stop]!
      stops[at + 3] = latestStart[stop]!
      stops[at + 4] = leg[stop]!
      if (stop < pool.firstCommitted) {
        stops[at + 5] = spans.onlyFrom[stop]!
        stops[at + 6] = spans.onlyUntil[stop]!
      }
      at += perStop
    }
    this.#kept[this.#count] = route
    this.#version[this.#count] = this.#routes.version[route]!
    this.#visitCount[this.#count] = this.#routes.visitCount[route]!
    this.#visitMinutes[this.#count] = this.#routes.visitMinutes[route]!
    this.#count += 1
    this.#firstStop[this.#count] = at
  }

  /** Puts everything back, including versions, so cached costs of the old routes are valid again. */
  restore(): void {
    const { routeOf, version, visitCount, visitMinutes, lunches } = this.#routes
    for (let at = 0; at < this.#count; at += 1) this.#unlink(this.#kept[at]!)
    for (let at = 0; at < this.#count; at += 1) {
      const route = this.#kept[at]!
      this.#relink(route, this.#firstStop[at]!, this.#firstStop[at + 1]!, routeOf)
      version[route] = this.#version[at]!
      visitCount[route] = this.#visitCount[at]!
      visitMinutes[route] = this.#visitMinutes[at]!
      if (lunches.minutes[route] !== 0) lunches.retime(route)
    }
  }

  #unlink(route: number): void {
    const { pool, next, routeOf } = this.#routes
    const end = pool.firstEnd + route
    for (let stop = next[pool.firstBegin + route]!; stop !== end; stop = next[stop]!) routeOf[stop] = -1
  }

  #relink(route: number, first: number, until: number, routeOf: Int32Array): void {
    const { pool, next, previous, startAt, readyAt, latestStart, leg, spans } = this.#routes
    const stops = this.#stops
    let before = pool.firstBegin + route
    for (let at = first; at < until; at += perStop) {
      const stop = stops[at]!
      next[before] = stop
      previous[stop] = before
      startAt[stop] = stops[at + 1]!
      readyAt[stop] = stops[at + 2]!
      latestStart[stop] = stops[at + 3]!
      leg[stop] = stops[at + 4]!
      if (stop < pool.firstCommitted) {
        spans.onlyFrom[stop] = stops[at + 5]!
        spans.onlyUntil[stop] = stops[at + 6]!
      }
      if (stop < pool.firstBegin) routeOf[stop] = route
      before = stop
    }
  }
}
