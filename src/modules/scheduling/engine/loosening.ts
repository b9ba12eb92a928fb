import type { Choices } from './choices'
import type { Neighbors } from './nearest'
import type { Trial } from './trial'

/** Visits removed in a round, on average. */
const loosened = 10
const longestRow = 10
const mostUnplaced = 3
/**
 * The share of rounds within one day if all routes are in use; none if half of them are. Full days improve by
 * exchanging visits, while empty ones let visits of several days come together.
 */
const oneDayShare = 0.5

/** Chooses the visits that leave their routes in a round of the search: rows around a random job. */
export class Loosening {
  readonly #choices: Choices
  readonly #neighbors: Neighbors
  readonly #trial: Trial
  readonly #random: () => number
  readonly #loose: number[] = []
  readonly #unplaced: number[]
  readonly #longest: number
  readonly #oneDay: number
  /** The round in which a route last lost visits. */
  readonly #touchedIn: Int32Array
  #round = 0

  constructor(choices: Choices, neighbors: Neighbors, trial: Trial, random: () => number) {
    const { pool, routeOf } = choices.routes
    this.#choices = choices
    this.#neighbors = neighbors
    this.#trial = trial
    this.#random = random
    this.#unplaced = pool.jobs.map((_, job) => job).filter((job) => routeOf[job] === -1 && choices.has(job))
    this.#touchedIn = new Int32Array(pool.routeCount)
    const used = usedRoutes(choices)
    this.#longest = Math.min(longestRow, used.averageVisits)
    this.#oneDay = oneDayShare * Math.max(0, 2 * used.share - 1)
  }

  /** Removes visits and returns their jobs, with some of the unplaced ones. */
  loosen(): number[] {
    const { routeOf, pool, visitCount } = this.#choices.routes
    this.#loose.length = 0
    this.#round += 1
    const middle = this.#below(pool.jobs.length)
    const near = this.#neighbors.of(middle)
    const onlyDay = this.#random() < this.#oneDay ? pool.dayOf[routeOf[middle]!] : undefined
    let rows = 1 + this.#below((4 * loosened) / (1 + this.#longest) - 1)
    for (let at = 0; at < near.length && rows > 0; at += 1) {
      const job = near[at]!
      const route = routeOf[job]!
      if (route === -1 || this.#touchedIn[route] === this.#round) continue
      if (onlyDay !== undefined && pool.dayOf[route] !== onlyDay) continue
      this.#touchedIn[route] = this.#round
      this.#loosenRow(job, 1 + this.#below(Math.min(visitCount[route]!, this.#longest)))
      rows -= 1
    }
    for (let extra = Math.min(this.#unplaced.length, mostUnplaced); extra > 0; extra -= 1) {
      const waiting = this.#unplaced[this.#below(this.#unplaced.length)]!
      if (!this.#loose.includes(waiting)) this.#loose.push(waiting)
    }
    return this.#loose
  }

  /** Call after a round whose changes were kept. */
  noteUnplaced(loose: readonly number[]): void {
    const { routeOf } = this.#choices.routes
    for (const job of loose) {
      const at = this.#unplaced.indexOf(job)
      if (routeOf[job] === -1 && at === -1) this.#unplaced.push(job)
      if (routeOf[job] !== -1 && at !== -1) this.#unplaced.splice(at, 1)
    }
  }

  /** Removes up to `length` visits in a row that contains the job. Scheduled visits end the row. */
  #loosenRow(job: number, length: number): void {
    const { next, previous, pool } = this.#choices.routes
    let first = job
    for (let back = this.#below(length); back > 0 && previous[first]! < pool.firstCommitted; back -= 1) {
      first = previous[first]!
    }
    this.#loose.push(first)
    let last = first
    for (let left = length - 1; left > 0 && next[last]! < pool.firstCommitted; left -= 1) {
      last = next[last]!
      this.#loose.push(last)
    }
    this.#trial.removeRow(first, last)
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}

/** The share of the routes that have visits, and how many those have on average. */
function usedRoutes({ routes }: Choices): { share: number; averageVisits: number } {
  const { pool, visitCount } = routes
  let visits = 0
  let used = 0
  let open = 0
  for (let route = 0; route < pool.routeCount; route += 1) {
    visits += visitCount[route]!
    if (visitCount[route]! > 0) used += 1
    if (visitCount[route]! > 0 || pool.freeFirst[route]! < pool.freeFirst[route + 1]!) open += 1
  }
  return used === 0 ? { share: 0, averageVisits: 1 } : { share: used / open, averageVisits: visits / used }
}
