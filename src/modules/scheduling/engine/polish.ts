import type { Choices } from './choices'
import { costBesideTravel } from './insertion'
import type { Neighbors } from './nearest'
import type { Routes } from './routes'

const mostPasses = 10

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
    for (const other of this.#neighbors.of(job)) {
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

/** Route changes that can be undone, with their total cost. */
export class Trial {
  /** The total cost of the changes so far; negative is an improvement. */
  delta = 0
  readonly #routes: Routes
  readonly #choices: Choices
  /**
   * For each change: the job, the stop before it (-1 if it was unplaced), its route and the route's version.
   */
  readonly #jobs: number[] = []
  readonly #after: number[] = []
  readonly #route: number[] = []
  readonly #version: number[] = []
  #count = 0

  constructor(choices: Choices) {
    this.#choices = choices
    this.#routes = choices.routes
  }

  begin(): void {
    this.delta = 0
    this.#count = 0
  }

  remove(job: number): void {
    const route = this.#routes.routeOf[job]!
    const travel = this.#routes.detour(job)
    this.#note(job, this.#routes.previous[job]!, route)
    this.#routes.remove(job)
    this.delta += this.#routes.pool.unplacedCost[job]! - travel - costBesideTravel(this.#routes, job, route)
  }

  take(choice: number): void {
    const job = this.#choices.job[choice]!
    const cost = this.#choices.cost(choice)
    this.#note(job, -1, this.#choices.route[choice]!)
    this.#choices.take(choice)
    this.delta += cost - this.#routes.pool.unplacedCost[job]!
  }

  /** Keeps the changes if they are an improvement, otherwise undoes them. */
  keepIfBetter(): boolean {
    // Sums of fractions can differ in the last digit depending on their order, which is no improvement.
    if (this.delta < -1e-6) return true
    this.#undo()
    return false
  }

  /** Restores everything including versions, so cached costs of the old routes are valid again. */
  #undo(): void {
    for (let at = this.#count - 1; at >= 0; at -= 1) {
      const job = this.#jobs[at]!
      const route = this.#route[at]!
      if (this.#after[at] === -1) this.#routes.remove(job)
      else this.#routes.insert(job, this.#after[at]!, route)
      this.#routes.version[route] = this.#version[at]!
    }
  }

  #note(job: number, after: number, route: number): void {
    this.#jobs[this.#count] = job
    this.#after[this.#count] = after
    this.#route[this.#count] = route
    this.#version[this.#count] = this.#routes.version[route]!
    this.#count += 1
  }
}
