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
  readonly #cost: Float64Array
  readonly #after: Int32Array
  readonly #version: Int32Array

  constructor(
    readonly routes: Routes,
    list: ChoiceList,
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
    this.#cost = new Float64Array(this.route.length)
    this.#after = new Int32Array(this.route.length)
    this.#version = new Int32Array(this.route.length).fill(-1)
  }

  /** Whether the job fits on any route. */
  has(job: number): boolean {
    return this.first[job]! < this.first[job + 1]!
  }

  /** The current total cost of a choice, or Infinity. */
  cost(choice: number): number {
    const route = this.route[choice]!
    const version = this.routes.version[route]!
    if (this.#version[choice] === version) return this.#cost[choice]!
    const job = this.job[choice]!
    const travel = this.insertion.cheapest(job, route)
    const cost = travel === Infinity ? Infinity : travel + costBesideTravel(this.routes, job, route)
    this.#cost[choice] = cost
    this.#after[choice] = this.insertion.after
    this.#version[choice] = version
    return cost
  }

  /** Takes a choice, whose cost must be finite and up to date. */
  take(choice: number): void {
    this.routes.insert(this.job[choice]!, this.#after[choice]!, this.route[choice]!)
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
}

/** The routes each job can go on by skills and hours. With very many workers, only the nearest ones. */
export function* listChoices(routes: Routes): Generator<void, ChoiceList> {
  const { pool, spans } = routes
  const able = skillTest(pool.jobs, pool.workers)
  const nearest = new Nearest(Math.min(pool.options.nearestWorkers, pool.workers.length))
  const first = new Int32Array(pool.jobs.length + 1)
  const route: number[] = []
  for (let job = 0; job < pool.jobs.length; job += 1) {
    showWorkers(job)
    for (const worker of nearest.items.subarray(0, nearest.count).toSorted()) {
      for (let on = worker * pool.dayCount; on < (worker + 1) * pool.dayCount; on += 1) {
        if (spans.gather(job, on) > 0) route.push(on)
      }
    }
    first[job + 1] = route.length
    yield
  }
  return { first, route: Int32Array.from(route) }

  function showWorkers(job: number): void {
    const { place } = pool.jobs[job]!
    nearest.clear()
    for (let worker = 0; worker < pool.workers.length; worker += 1) {
      if (able(job, worker)) nearest.show(worker, distance(place, pool.workers[worker]!.home))
    }
  }
}
