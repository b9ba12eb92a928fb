import type { Choices } from './choices'
import type { Neighbors } from './nearest'
import type { Trial } from './trial'

/** Visits removed in a round, on average. */
const loosened = 10
const longestRow = 10
const mostUnplaced = 3

/** Chooses the visits that leave their routes in a round of the search: rows around a random job. */
export class Loosening {
  readonly #choices: Choices
  readonly #neighbors: Neighbors
  readonly #trial: Trial
  readonly #random: () => number
  readonly #loose: number[] = []
  readonly #unplaced: number[]
  readonly #longest: number
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
    this.#longest = Math.min(longestRow, averageVisits(choices))
  }

  /** Removes visits and returns their jobs, with some of the unplaced ones. */
  loosen(): number[] {
    const { routeOf, pool, visitCount } = this.#choices.routes
    this.#loose.length = 0
    this.#round += 1
    const near = this.#neighbors.of(this.#below(pool.jobs.length))
    let rows = 1 + this.#below((4 * loosened) / (1 + this.#longest) - 1)
    for (let at = 0; at < near.length && rows > 0; at += 1) {
      const job = near[at]!
      const route = routeOf[job]!
      if (route === -1 || this.#touchedIn[route] === this.#round) continue
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
    let stop = job
    for (let back = this.#below(length); back > 0 && previous[stop]! < pool.firstCommitted; back -= 1) {
      stop = previous[stop]!
    }
    for (let left = length; left > 0 && stop < pool.firstCommitted; left -= 1) {
      const behind = next[stop]!
      this.#trial.remove(stop)
      this.#loose.push(stop)
      stop = behind
    }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}

/** The visits on an average route that has any. */
function averageVisits({ routes }: Choices): number {
  let visits = 0
  let used = 0
  for (let route = 0; route < routes.pool.routeCount; route += 1) {
    visits += routes.visitCount[route]!
    if (routes.visitCount[route]! > 0) used += 1
  }
  return used === 0 ? 1 : visits / used
}
