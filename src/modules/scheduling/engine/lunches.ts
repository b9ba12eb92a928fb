import type { Pool } from './pool'
import type { Spans } from './spans'
import { minuteAtOrAfter, minuteAtOrBefore, msOf, never } from './time'

/** The stops of all routes and their times, as `Routes` has them. */
export interface Stops {
  readonly pool: Pool
  readonly next: Int32Array
  readonly previous: Int32Array
  readonly startAt: Int32Array
  readonly readyAt: Int32Array
  readonly latestStart: Int32Array
  readonly leg: Int32Array
  readonly spans: Spans
}

/**
 * Keeps room for lunch on each route that needs it. A stop then has two earliest times to leave and two latest
 * times to start: those of the routes are for a worker who leaves without lunch and for one who starts after it,
 * and those here are for the other way around. So checking an insertion stays as cheap as a few comparisons.
 */
export class Lunches {
  /** The length of lunch on each route; 0 if there is none. */
  readonly minutes: Int32Array
  /** The earliest time to leave a stop after lunch, or `never`. */
  readonly readyAfter: Int32Array
  /** The latest time to start a visit before lunch, or -1. */
  readonly latestBefore: Int32Array
  /** When lunch may start, both ends inclusive. */
  readonly from: Int32Array
  readonly until: Int32Array
  readonly #stops: Stops

  constructor(stops: Stops) {
    const { workers, stopCount, routeCount } = stops.pool
    const isAny = workers.some(({ days }) => days.some(({ lunch }) => lunch))
    this.#stops = stops
    this.minutes = new Int32Array(routeCount)
    this.from = new Int32Array(isAny ? routeCount : 0)
    this.until = new Int32Array(isAny ? routeCount : 0)
    this.readyAfter = new Int32Array(isAny ? stopCount : 0)
    this.latestBefore = new Int32Array(isAny ? stopCount : 0)
    if (isAny) for (let route = 0; route < routeCount; route += 1) this.#open(route)
  }

  /** Whether the visits on a route leave room for lunch. */
  isPossible(route: number): boolean {
    const begin = this.#stops.pool.firstBegin + route
    return this.minutes[route] === 0 || this.#stops.readyAt[begin]! <= this.#leaveBefore(begin, route)
  }

  /** Call after the visits on a route have changed. */
  retime(route: number): void {
    const { pool, next, previous } = this.#stops
    const begin = pool.firstBegin + route
    const end = pool.firstEnd + route
    this.readyAfter[begin] = never
    for (let stop = next[begin]!; stop !== end; stop = next[stop]!)
      this.readyAfter[stop] = this.#readyAfter(stop, route)
    this.latestBefore[end] = -1
    for (let stop = previous[end]!; stop !== begin; stop = previous[stop]!)
      this.latestBefore[stop] = this.#latestBefore(stop, route)
  }

  /** Whether there is room for lunch once the job is behind a stop. Needs the spans of the job. */
  fitsBehind(before: number, job: number, route: number, there: number, onward: number): boolean {
    const { pool, next, readyAt, latestStart, spans } = this.#stops
    const behind = next[before]!
    const isFixed = behind >= pool.firstCommitted
    const ready = readyAt[before]!
    const after = spans.startAtOrAfter(this.#arrivalAfter(before, route, there))
    if (after < never && this.#drive(route, after + pool.busy[job]!, onward, isFixed) <= latestStart[behind]!)
      return true
    const start = spans.startAtOrAfter(spans.arrival(route, ready, there))
    if (start >= never) return false
    const done = start + pool.busy[job]!
    return (
      this.#drive(route, done, onward, isFixed) <= this.latestBefore[behind]! ||
      this.arrival(route, done, onward, isFixed) <= latestStart[behind]!
    )
  }

  /** When a worker arrives who has lunch before the drive or after it, or Infinity if it is too late for lunch. */
  arrival(route: number, ready: number, minutes: number, isFixed: boolean): number {
    const until = this.until[route]!
    if (ready > until) return Infinity
    const length = this.minutes[route]!
    const from = this.from[route]!
    const eatsFirst = this.#drive(route, Math.max(ready, from) + length, minutes, isFixed)
    const there = this.#drive(route, ready, minutes, isFixed)
    return there > until ? eatsFirst : Math.min(eatsFirst, Math.max(there, from) + length)
  }

  /** When lunch starts on the way to a stop, by which the worker has to be there. */
  startOnTheWay(route: number, ready: number, minutes: number, isFixed: boolean, by: number): number {
    const first = Math.max(ready, this.from[route]!)
    const isFirst = this.#drive(route, first + this.minutes[route]!, minutes, isFixed) <= by
    return isFirst ? first : Math.max(this.#drive(route, ready, minutes, isFixed), this.from[route]!)
  }

  #open(route: number): void {
    const { workers, workerOf, dayOf } = this.#stops.pool
    const day = workers[workerOf[route]!]!.days[dayOf[route]!]
    if (!day?.lunch) return
    const { minutes, from, until } = day.lunch
    // A worker who starts late has lunch at home.
    if (day.shifts.every(({ start }) => start >= from + msOf(minutes))) return
    this.minutes[route] = Math.ceil(minutes)
    this.from[route] = minuteAtOrAfter(from)
    this.until[route] = minuteAtOrBefore(until)
    this.retime(route)
    // The scheduled visits leave no room, or the time for lunch is over. A plan can't change either.
    if (!this.isPossible(route)) this.minutes[route] = 0
  }

  #drive(route: number, leave: number, minutes: number, isFixed: boolean): number {
    const { spans } = this.#stops
    return isFixed ? spans.driven(route, leave, minutes) : spans.arrival(route, leave, minutes)
  }

  /** The earliest arrival after lunch on the drive from a stop. */
  #arrivalAfter(before: number, route: number, minutes: number): number {
    const { readyAt, spans } = this.#stops
    const ready = this.readyAfter[before]!
    const eatsNow = this.arrival(route, readyAt[before]!, minutes, false)
    return ready >= never ? eatsNow : Math.min(eatsNow, spans.arrival(route, ready, minutes))
  }

  #readyAfter(stop: number, route: number): number {
    const { pool, previous, leg, spans, startAt, readyAt } = this.#stops
    const before = previous[stop]!
    if (stop < pool.firstCommitted) {
      const start = spans.firstStart(stop, route, this.#arrivalAfter(before, route, leg[stop]!))
      return start >= never ? never : start + pool.busy[stop]!
    }
    if (this.arrival(route, readyAt[before]!, leg[stop]!, true) <= startAt[stop]!) return readyAt[stop]!
    const ready = this.readyAfter[before]!
    const isLate = before < pool.firstCommitted && spans.driven(route, ready, leg[stop]!) > startAt[stop]!
    return ready >= never || isLate ? never : Math.max(ready, readyAt[stop]!)
  }

  #latestBefore(stop: number, route: number): number {
    const { pool, spans, startAt, readyAt } = this.#stops
    const leave = this.#leaveBefore(stop, route)
    if (stop >= pool.firstCommitted) return readyAt[stop]! <= leave ? startAt[stop]! : -1
    return leave < 0 ? -1 : spans.lastStart(stop, route, leave - pool.busy[stop]!)
  }

  /** The latest time to leave a stop before lunch, or -1. */
  #leaveBefore(stop: number, route: number): number {
    const { pool, next, leg, latestStart } = this.#stops
    const behind = next[stop]!
    const isFixed = behind >= pool.firstCommitted
    const eatsNow = this.#departure(route, latestStart[behind]!, leg[behind]!, isFixed)
    const later = this.latestBefore[behind]!
    if (later < 0) return eatsNow
    // Nobody checks the drive between two scheduled visits.
    const eatsLater =
      isFixed && stop >= pool.firstCommitted ? never : this.#leave(route, later, leg[behind]!, isFixed)
    return Math.max(eatsNow, eatsLater)
  }

  /** The latest time to leave for a worker who has lunch on the way, or -1: the reverse of `arrival`. */
  #departure(route: number, by: number, minutes: number, isFixed: boolean): number {
    const length = this.minutes[route]!
    const from = this.from[route]!
    const until = this.until[route]!
    const leave = this.#leave(route, by, minutes, isFixed) - length
    const eatsFirst = leave >= from ? Math.min(until, leave) : -1
    const eatsThere =
      by - length >= from ? this.#leave(route, Math.min(until, by - length), minutes, isFixed) : -1
    return Math.max(eatsFirst, eatsThere)
  }

  #leave(route: number, by: number, minutes: number, isFixed: boolean): number {
    const { spans } = this.#stops
    return isFixed ? spans.leaving(route, by, minutes) : spans.departure(route, by, minutes)
  }
}
