import type { Pool } from './pool'
import type { Routes } from './routes'
import { markAtOrAfter } from './time'
import type { Score } from './world'

/**
 * Decides whether and where a job fits into a route. Planning, explanations and offers all use it, so they
 * can't disagree.
 */
export class Insertion {
  /** The stop after which the job fit best in the last call. */
  after = -1
  /** How much of the cost of the last call is overtime. */
  overtime = 0

  constructor(readonly routes: Routes) {}

  /** The fewest minutes of driving and overtime the job adds to the route, or Infinity if it doesn't fit. */
  cheapest(job: number, route: number): number {
    const { pool, next, readyAt, latestStart, leg, spans } = this.routes
    const { travel, placeOf } = pool
    this.after = -1
    this.overtime = 0
    if (!this.hasRoom(job, route)) return Infinity
    const opens = spans.from[0]!
    const closes = spans.until[spans.count - 1]!
    const busy = pool.busy[job]!
    const place = placeOf[job]!
    const end = pool.firstEnd + route
    let least = Infinity
    for (let before = pool.firstBegin + route; before !== end; before = next[before]!) {
      if (readyAt[before]! > closes) break
      const behind = next[before]!
      // Too tight even without driving, which is quicker to see than how long the drives are.
      if (Math.max(readyAt[before]!, opens) + busy > latestStart[behind]!) continue
      const there = travel.minutes(placeOf[before]!, place)
      const onward = travel.minutes(place, placeOf[behind]!)
      const added = there + onward - leg[behind]!
      if (added >= least || !this.fitsBehind(before, job, route, there, onward)) continue
      const overtime = this.#overtimeBehind(before, job, route)
      if (added + overtime >= least) continue
      least = added + overtime
      this.overtime = overtime
      this.after = before
    }
    return least
  }

  #overtimeBehind(before: number, job: number, route: number): number {
    const { overtime, pool, spans } = this.routes
    if (!overtime.isAllowed(route)) return 0
    const added = this.routes.overtimeBehind(job, before, route)
    spans.gather(job, route)
    return added > 0 && !pool.options.usesOvertime ? Infinity : added
  }

  /** The same for a visit that starts from `from` to `until`, on a route with a single shift. */
  cheapestInSpan(job: number, route: number, from: number, until: number): number {
    const { pool, next, readyAt, latestStart, leg } = this.routes
    const { travel, placeOf } = pool
    this.after = -1
    if (!this.isWithinLimits(job, route)) return Infinity
    const step = pool.options.startStepMinutes
    const busy = pool.busy[job]!
    const place = placeOf[job]!
    const { from: outbound, to: inbound, width } = travel
    const row = place * width
    const end = pool.firstEnd + route
    let least = Infinity
    for (let before = pool.firstBegin + route; before !== end; before = next[before]!) {
      const ready = readyAt[before]!
      if (ready > until) break
      const behind = next[before]!
      if ((ready > from ? ready : from) + busy > latestStart[behind]!) continue
      // Reading the cells here saves two calls, in the loop that takes most of the time of a search.
      let there = width === 0 ? -1 : inbound[row + placeOf[before]!]! - 1
      let onward = width === 0 ? -1 : outbound[row + placeOf[behind]!]! - 1
      if (there === -1) there = travel.minutes(placeOf[before]!, place)
      if (onward === -1) onward = travel.minutes(place, placeOf[behind]!)
      const added = there + onward - leg[behind]!
      if (added >= least) continue
      const start = ready + there <= from ? from : markAtOrAfter(ready + there, step)
      if (start > until || start + busy + onward > latestStart[behind]!) continue
      least = added
      this.after = before
    }
    return least
  }

  /**
   * Whether the day's limits and hours leave room for the job. Also collects the spans in which it can start.
   */
  hasRoom(job: number, route: number): boolean {
    return this.isWithinLimits(job, route) && this.routes.spans.gather(job, route) > 0
  }

  isWithinLimits(job: number, route: number): boolean {
    const { pool, visitCount, visitMinutes } = this.routes
    const worker = pool.workerOf[route]!
    return (
      visitCount[route]! < pool.maxJobs[worker]! &&
      visitMinutes[route]! + pool.duration[job]! <= pool.maxMinutes[worker]!
    )
  }

  /** Whether the job fits after a stop, given the driving to and from it. Needs the spans from `hasRoom`. */
  fitsBehind(before: number, job: number, route: number, there: number, onward: number): boolean {
    const { pool, next, readyAt, latestStart, lunches, spans } = this.routes
    const behind = next[before]!
    const start = spans.startAtOrAfter(spans.arrival(route, readyAt[before]!, there))
    const done = start + pool.busy[job]!
    const arrival =
      behind >= pool.firstCommitted ? spans.driven(route, done, onward) : spans.arrival(route, done, onward)
    if (start > spans.until[spans.count - 1]! || arrival > latestStart[behind]!) return false
    return lunches.minutes[route] === 0 || lunches.fitsBehind(before, job, route, there, onward)
  }
}

const fullDayMinutes = 480

/** The cost of placing a job on a route with this much work, apart from the added driving. */
export function costBesideTravel(
  { pool, visitMinutes }: Routes,
  job: number,
  route: number,
  dayMinutes = visitMinutes[route]!,
): number {
  return (
    lateness(pool, job, route) +
    balance(pool, dayMinutes, pool.duration[job]!) -
    familiarity(pool, job, route)
  )
}

/** The score of a job that adds driving and overtime to a route, which doesn't include the job itself. */
export function scoreOf(
  routes: Routes,
  job: number,
  route: number,
  travel: number,
  dayMinutes: number,
  overtime = 0,
): Score {
  const { pool } = routes
  const parts = {
    travel,
    lateness: lateness(pool, job, route),
    balance: balance(pool, dayMinutes, pool.duration[job]!),
    familiarity: 0 - familiarity(pool, job, route),
  }
  // Added in the same order as in the search, because rounding could otherwise pick another worker between
  // equals.
  return {
    ...parts,
    // Rarely a job saves some, because lunch then fits elsewhere.
    ...(overtime !== 0 && { overtime }),
    ...(overtime > 0 && { overtimeMinutes: routes.overtime.minutesFor(overtime, route) }),
    total: travel + overtime + (parts.lateness + parts.balance + parts.familiarity),
  }
}

function lateness(pool: Pool, job: number, route: number): number {
  return pool.latePerDay[job]! * pool.dayOf[route]!
}

/**
 * Grows with the square of the day's work: one more hour costs little on an empty day and a lot on a full
 * one.
 */
function balance(pool: Pool, dayMinutes: number, added: number): number {
  return (pool.options.balanceMinutes * added * (2 * dayMinutes + added)) / fullDayMinutes ** 2
}

function familiarity(pool: Pool, job: number, route: number): number {
  const worker = pool.workerOf[route]!
  const { familiarityMinutes, preferenceMinutes } = pool.options
  return (
    (pool.lastWorker[job] === worker ? familiarityMinutes : 0) +
    (pool.preferredWorker[job] === worker ? preferenceMinutes : 0)
  )
}
