import { Lunches } from './lunches'
import { Overtime } from './overtime'
import type { Pool } from './pool'
import { Spans } from './spans'
import { never } from './time'

/**
 * Each route as a linked list of stops. Two times per stop make an insertion check as cheap as two
 * comparisons: the earliest the worker can leave it, and the latest its visit can start without making a
 * later one impossible.
 */
export class Routes {
  readonly next: Int32Array
  readonly previous: Int32Array
  /** The job's route, or -1. */
  readonly routeOf: Int32Array
  readonly startAt: Int32Array
  readonly readyAt: Int32Array
  readonly latestStart: Int32Array
  /** Minutes from the previous stop. */
  readonly leg: Int32Array
  /** Visits and their minutes on each route, including scheduled ones. */
  readonly visitCount: Int32Array
  readonly visitMinutes: Int32Array
  /** Unique for every state of every route, so results calculated for it can be cached. */
  readonly version: Int32Array
  readonly spans: Spans
  readonly lunches: Lunches
  readonly overtime: Overtime
  #versions = 0

  constructor(readonly pool: Pool) {
    const { stopCount, routeCount } = pool
    this.next = new Int32Array(stopCount).fill(-1)
    this.previous = new Int32Array(stopCount).fill(-1)
    this.routeOf = new Int32Array(stopCount).fill(-1)
    this.startAt = new Int32Array(stopCount)
    this.readyAt = new Int32Array(stopCount)
    this.latestStart = new Int32Array(stopCount)
    this.leg = new Int32Array(stopCount)
    this.visitCount = new Int32Array(routeCount)
    this.visitMinutes = new Int32Array(routeCount)
    this.version = new Int32Array(routeCount)
    this.spans = new Spans(pool)
    this.#open()
    this.lunches = new Lunches(this)
    this.overtime = new Overtime(this)
  }

  get newestVersion(): number {
    return this.#versions
  }

  insert(job: number, after: number, route: number): void {
    this.#link(job, after, route)
    this.spans.settle(job, route)
    this.visitCount[route]! += 1
    this.visitMinutes[route]! += this.pool.duration[job]!
    this.startAt[job] = this.#firstStart(job, route)
    this.readyAt[job] = this.startAt[job] + this.pool.busy[job]!
    this.latestStart[job] = this.#lastStart(job, route)
    this.#retimeAround(job, job, route)
  }

  remove(job: number): void {
    this.removeRow(job, job)
  }

  /** Removes the visits from one to another of the same route. Returns the driving that this saves. */
  removeRow(first: number, last: number): number {
    const { next, previous, leg, routeOf, visitCount, visitMinutes } = this
    const { travel, placeOf, duration } = this.pool
    const route = routeOf[first]!
    const before = previous[first]!
    const behind = next[last]!
    let saved = leg[behind]!
    for (let job = first; job !== behind; job = next[job]!) {
      saved += leg[job]!
      routeOf[job] = -1
      visitCount[route]! -= 1
      visitMinutes[route]! -= duration[job]!
    }
    next[before] = behind
    previous[behind] = before
    leg[behind] = travel.minutes(placeOf[before]!, placeOf[behind]!)
    this.#retimeAround(first, last, route)
    return saved - leg[behind]
  }

  /** The overtime, as a cost, that a job behind a stop would add to a route. Everything is as before afterwards. */
  overtimeBehind(job: number, after: number, route: number): number {
    const before = this.overtime.cost(route)
    const own = { route: this.routeOf[job]!, after: this.previous[job]! }
    const version = this.version[route]!
    const ownVersion = own.route === -1 ? 0 : this.version[own.route]!
    if (own.route !== -1) this.remove(job)
    this.insert(job, after, route)
    const added = this.overtime.cost(route) - before
    this.remove(job)
    this.version[route] = version
    if (own.route !== -1) {
      this.insert(job, own.after, own.route)
      this.version[own.route] = ownVersion
    }
    return added
  }

  /** The overtime, as a cost, that removing a job would save. */
  overtimeOf(job: number): number {
    const route = this.routeOf[job]!
    if (!this.overtime.isAllowed(route)) return 0
    const version = this.version[route]!
    const cost = this.overtime.cost(route)
    const after = this.previous[job]!
    this.remove(job)
    const saved = cost - this.overtime.cost(route)
    this.insert(job, after, route)
    this.version[route] = version
    return saved
  }

  /** The driving a job adds between its neighbors, which removing it would save. */
  detour(job: number): number {
    const { travel, placeOf } = this.pool
    const before = placeOf[this.previous[job]!]!
    const behind = this.next[job]!
    return this.leg[job]! + this.leg[behind]! - travel.minutes(before, placeOf[behind]!)
  }

  travelMinutes(route: number): number {
    const end = this.pool.firstEnd + route
    let total = 0
    for (let stop = this.pool.firstBegin + route; stop !== end;) {
      stop = this.next[stop]!
      total += this.leg[stop]!
    }
    return total
  }

  allTravelMinutes(): number {
    let total = 0
    for (let route = 0; route < this.pool.routeCount; route += 1) total += this.travelMinutes(route)
    return total
  }

  #open(): void {
    const { pool } = this
    for (let route = 0; route < pool.routeCount; route += 1) {
      const begin = pool.firstBegin + route
      const end = pool.firstEnd + route
      this.next[begin] = end
      this.previous[end] = begin
      this.latestStart[end] = never
      const firstFree = pool.freeFirst[route]!
      // A route without working time is never free.
      this.readyAt[begin] = firstFree < pool.freeFirst[route + 1]! ? pool.freeFrom[firstFree]! : never
    }
    pool.fixed.forEach(({ stop, route }, at) => {
      const committed = pool.firstCommitted + at
      const last = this.previous[pool.firstEnd + route]!
      this.#link(committed, last, route)
      this.startAt[committed] = stop.start
      this.latestStart[committed] = stop.start
      // Scheduled visits may overlap or be outside the shift, so the worker is free when all earlier ones are
      // done.
      this.readyAt[committed] = Math.max(stop.busyUntil, this.readyAt[last]!)
      this.visitCount[route]! += stop.jobs
      this.visitMinutes[route]! += stop.minutes
    })
  }

  #link(stop: number, after: number, route: number): void {
    const { travel, placeOf } = this.pool
    const behind = this.next[after]!
    this.next[after] = stop
    this.previous[stop] = after
    this.next[stop] = behind
    this.previous[behind] = stop
    this.routeOf[stop] = route
    this.leg[stop] = travel.minutes(placeOf[after]!, placeOf[stop]!)
    this.leg[behind] = travel.minutes(placeOf[stop]!, placeOf[behind]!)
  }

  /** Updates the stops before and after jobs that were inserted or removed, as far as their times change. */
  #retimeAround(first: number, last: number, route: number): void {
    const { next, previous, startAt, readyAt, latestStart } = this
    const { busy, firstCommitted } = this.pool
    for (let stop = next[last]!; stop < firstCommitted; stop = next[stop]!) {
      const start = this.#firstStart(stop, route)
      const ready = start + busy[stop]!
      if (ready === readyAt[stop]) break
      startAt[stop] = start
      readyAt[stop] = ready
    }
    for (let stop = previous[first]!; stop < firstCommitted; stop = previous[stop]!) {
      const latest = this.#lastStart(stop, route)
      if (latest === latestStart[stop]) break
      latestStart[stop] = latest
    }
    if (this.lunches.minutes[route] !== 0) this.lunches.retime(route)
    this.version[route] = ++this.#versions
  }

  #firstStart(stop: number, route: number): number {
    const { spans, readyAt, previous, leg } = this
    return spans.firstStart(stop, route, spans.arrival(route, readyAt[previous[stop]!]!, leg[stop]!))
  }

  #lastStart(stop: number, route: number): number {
    const { spans, latestStart, next, leg, pool } = this
    const behind = next[stop]!
    const leave =
      behind >= pool.firstCommitted
        ? spans.leaving(route, latestStart[behind]!, leg[behind]!)
        : spans.departure(route, latestStart[behind]!, leg[behind]!)
    return spans.lastStart(stop, route, leave - pool.busy[stop]!)
  }
}
