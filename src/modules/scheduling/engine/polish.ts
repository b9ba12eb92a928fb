import type { Choices } from './choices'
import type { Neighbors } from './nearest'
import { Trial } from './trial'

const mostPasses = 10
const neighborsToSwap = 24

/**
 * Moves single visits and swaps neighboring ones until nothing improves. Without neighbors it only moves, so
 * every placed job stays placed.
 */
export class Polish {
  readonly #choices: Choices
  readonly #neighbors: Neighbors | null
  readonly #trial: Trial
  /** The newest route version when a job's swaps were last found useless. */
  readonly #triedAt: Int32Array
  #job = 0
  #pass = 1
  #lastGain = 0

  constructor(choices: Choices, neighbors: Neighbors | null) {
    this.#choices = choices
    this.#neighbors = neighbors
    this.#trial = new Trial(choices)
    this.#triedAt = new Int32Array(choices.routes.pool.jobs.length).fill(-1)
  }

  /** Checks one job. Returns false when all were checked since the last improvement. */
  step(): boolean {
    const count = this.#choices.routes.pool.jobs.length
    if (count === 0 || this.#lastGain >= count || this.#pass > mostPasses) return false
    const better = this.#relocate(this.#job) || this.#swapWithNeighbors(this.#job)
    this.#lastGain = better ? 0 : this.#lastGain + 1
    this.#job += 1
    if (this.#job === count) {
      this.#job = 0
      this.#pass += 1
    }
    return true
  }

  #relocate(job: number): boolean {
    this.#trial.begin()
    if (this.#choices.routes.routeOf[job] !== -1) this.#trial.remove(job)
    const choice = this.#choices.best(job)
    if (choice !== -1) this.#trial.take(choice)
    return this.#trial.keepIfBetter()
  }

  #swapWithNeighbors(job: number): boolean {
    const { routes } = this.#choices
    if (this.#neighbors === null) return false
    for (const other of this.#neighbors.of(job).subarray(0, neighborsToSwap)) {
      const route = routes.routeOf[other]!
      if (other === job || route === -1 || route === routes.routeOf[job]) continue
      if (this.#isUnchanged(job, route, this.#triedAt[job]!)) continue
      if (this.#swap(job, other)) return true
    }
    this.#triedAt[job] = routes.newestVersion
    return false
  }

  #isUnchanged(job: number, route: number, since: number): boolean {
    const { routeOf, version } = this.#choices.routes
    const own = routeOf[job]!
    return version[route]! <= since && (own === -1 || version[own]! <= since)
  }

  /** An unplaced job may push out a neighbor, which then takes the best place left. */
  #swap(job: number, other: number): boolean {
    const { routeOf } = this.#choices.routes
    const route = routeOf[other]!
    const back = routeOf[job]!
    const there = this.#choices.find(job, route)
    const backChoice = back === -1 ? -1 : this.#choices.find(other, back)
    if (there === -1 || (back !== -1 && backChoice === -1)) return false
    this.#trial.begin()
    if (back !== -1) this.#trial.remove(job)
    this.#trial.remove(other)
    if (this.#choices.cost(there) !== Infinity) {
      this.#trial.take(there)
      const choice = back === -1 ? this.#choices.best(other) : backChoice
      if (choice !== -1 && this.#choices.cost(choice) !== Infinity) this.#trial.take(choice)
    }
    return this.#trial.keepIfBetter()
  }
}
