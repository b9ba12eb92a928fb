import { skillTest } from './groups'
import { costBesideTravel, Insertion } from './insertion'
import { distance, Nearest } from './nearest'
import type { Routes } from './routes'

/**
 * The routes each job can go on, with their current costs. Only changed routes are recalculated, which makes
 * a search over whole plans affordable.
 */
export class Choices {
  /** The choices of job j begin at first[j], ordered by worker and day. */
  readonly first: Int32Array
  readonly route: Int32Array
  readonly job: Int32Array
  /** The choices on route r begin at ofRouteFirst[r]. */
  readonly ofRouteFirst: Int32Array
  readonly ofRoute: Int32Array
  readonly insertion: Insertion
  /** Two results per choice: one for the plan, one for a trial, so undoing the trial loses nothing. */
  readonly #cost: Float64Array
  readonly #after: Int32Array
  readonly #version: Int32Array
  #planVersion = Infinity

  constructor(
    readonly routes: Routes,
    readonly list: ChoiceList,
  ) {
    const { pool } = routes
    this.insertion = new Insertion(routes)
    this.first = list.first
    this.route = list.route
    this.job = new Int32Array(this.route.length)
    for (let job = 0; job < pool.jobs.length; job += 1)
      this.job.fill(job, this.first[job], this.first[job + 1])
    const inverse = invert(this.route, pool.routeCount)
    this.ofRouteFirst = inverse.first
    this.ofRoute = inverse.choices
    this.#cost = new Float64Array(2 * this.route.length)
    this.#after = new Int32Array(2 * this.route.length)
    this.#version = new Int32Array(2 * this.route.length).fill(-1)
  }

  /** Whether the job fits on any route. */
  has(job: number): boolean {
    return this.first[job]! < this.first[job + 1]!
  }

  /** Routes that change from here on may change back. */
  beginTrial(): void {
    this.#planVersion = this.routes.newestVersion
  }

  /** The current total cost of a choice, or Infinity. */
  cost(choice: number): number {
    return this.#cost[this.#result(choice)]!
  }

  /** Takes a choice, whose cost must be finite. */
  take(choice: number): void {
    const after = this.#after[this.#result(choice)]!
    this.routes.insert(this.job[choice]!, after, this.route[choice]!)
  }

  /** Where the result for the current state of the route is. */
  #result(choice: number): number {
    const version = this.routes.version[this.route[choice]!]!
    const result = 2 * choice
    if (this.#version[result] === version) return result
    if (this.#version[result + 1] === version) return result + 1
    return this.#calculate(choice, version)
  }

  #calculate(choice: number, version: number): number {
    const { insertion, routes } = this
    const job = this.job[choice]!
    const route = this.route[choice]!
    const until = this.list.until[choice]!
    const travel =
      until === -1
        ? insertion.cheapest(job, route)
        : insertion.cheapestInSpan(job, route, this.list.from[choice]!, until)
    const result = 2 * choice + (version > this.#planVersion ? 1 : 0)
    this.#cost[result] = travel === Infinity ? Infinity : travel + costBesideTravel(routes, job, route)
    this.#after[result] = insertion.after
    this.#version[result] = version
    return result
  }

  /** A job's cheapest choice, or -1. Between equals, the first worker and day win. */
  best(job: number): number {
    let least = Infinity
    let best = -1
    for (let choice = this.first[job]!; choice < this.first[job + 1]!; choice += 1) {
      const cost = this.cost(choice)
      if (cost < least) {
        least = cost
        best = choice
      }
    }
    return best
  }

  /** The same, but a cheaper choice may be overlooked, which helps to escape dead ends. */
  bestOverlooking(job: number, share: number, random: () => number): number {
    const { route } = this
    const { version: current } = this.routes
    const costs = this.#cost
    const version = this.#version
    const until = this.first[job + 1]!
    let least = Infinity
    let best = -1
    for (let choice = this.first[job]!; choice < until; choice += 1) {
      const now = current[route[choice]!]!
      let result = 2 * choice
      if (version[result] !== now) {
        if (version[result + 1] === now) result += 1
        else result = this.#calculate(choice, now)
      }
      const cost = costs[result]!
      if (cost < least && random() >= share) {
        least = cost
        best = choice
      }
    }
    return best
  }

  /** A job's choice on a route, or -1. */
  find(job: number, route: number): number {
    let from = this.first[job]!
    let until = this.first[job + 1]!
    while (from < until) {
      const middle = (from + until) >> 1
      if (this.route[middle]! < route) from = middle + 1
      else until = middle
    }
    return from < this.first[job + 1]! && this.route[from] === route ? from : -1
  }
}

function invert(routeOfChoice: Int32Array, routeCount: number) {
  const first = new Int32Array(routeCount + 1)
  for (let choice = 0; choice < routeOfChoice.length; choice += 1) first[routeOfChoice[choice]! + 1]! += 1
  for (let route = 0; route < routeCount; route += 1) first[route + 1]! += first[route]!
  const choices = new Int32Array(routeOfChoice.length)
  const at = first.slice()
  for (let choice = 0; choice < routeOfChoice.length; choice += 1) {
    const route = routeOfChoice[choice]!
    choices[at[route]!] = choice
    at[route]! += 1
  }
  return { first, choices }
}

export interface ChoiceList {
  /** The choices of job j begin at first[j]. */
  first: Int32Array
  route: Int32Array
  /**
   * When a visit can start, if that is a single span in a single shift without rush hours, lunch and overtime. Otherwise
   * `until` is -1.
   */
  from: Int32Array
  until: Int32Array
}

/** So many times the nearest workers take part if they live equally far away, as at one depot. */
const mostTied = 8

/** The routes each job can go on by skills and hours. With very many workers, only the nearest ones. */
export function* listChoices(routes: Routes): Generator<void, ChoiceList> {
  const { pool, spans, lunches, overtime } = routes
  const able = skillTest(pool.jobs, pool.workers)
  const nearest = new Nearest(Math.min(pool.options.nearestWorkers, pool.workers.length))
  const first = new Int32Array(pool.jobs.length + 1)
  const route: number[] = []
  const from: number[] = []
  const until: number[] = []
  for (let job = 0; job < pool.jobs.length; job += 1) {
    for (const worker of nearestWorkers(job)) {
      for (let on = worker * pool.dayCount; on < (worker + 1) * pool.dayCount; on += 1) {
        const count = spans.gather(job, on)
        if (count === 0) continue
        const shifts = pool.freeFirst[on + 1]! - pool.freeFirst[on]!
        const isPlain = lunches.minutes[on] === 0 && !overtime.isAllowed(on)
        const hasTraffic = pool.traffic[pool.dayOf[on]!] !== null
        const isSimple = count === 1 && shifts === 1 && isPlain && !hasTraffic
        route.push(on)
        from.push(spans.from[0]!)
        until.push(isSimple ? spans.until[0]! : -1)
      }
    }
    first[job + 1] = route.length
    yield
  }
  return { first, route: new Int32Array(route), from: new Int32Array(from), until: new Int32Array(until) }

  function works(worker: number): boolean {
    return pool.freeFirst[worker * pool.dayCount]! < pool.freeFirst[(worker + 1) * pool.dayCount]!
  }

  function nearestWorkers(job: number): number[] {
    const { place } = pool.jobs[job]!
    nearest.clear()
    for (let worker = 0; worker < pool.workers.length; worker += 1) {
      if (works(worker) && able(job, worker))
        nearest.show(worker, distance(place, pool.workers[worker]!.home))
    }
    const found = [...nearest.items.subarray(0, nearest.count)]
    if (nearest.tie !== -1) addTied(job, nearest.tie, found)
    return found.toSorted((a, b) => a - b)
  }

  /** Begins at another worker for each job, so that everyone gets work where not all can take part. */
  function addTied(job: number, far: number, found: number[]): void {
    const { place } = pool.jobs[job]!
    const known = new Set(found)
    const most = mostTied * pool.options.nearestWorkers
    for (let at = 0; at < pool.workers.length && found.length < most; at += 1) {
      const worker = (job + at) % pool.workers.length
      if (known.has(worker) || !works(worker) || !able(job, worker)) continue
      if (distance(place, pool.workers[worker]!.home) === far) found.push(worker)
    }
  }
}
