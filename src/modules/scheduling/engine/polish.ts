import type { Choices } from './choices'
import { costBesideTravel } from './insertion'
import type { Neighbours } from './nearest'
import type { Routes } from './routes'

const mostPasses = 10

/**
 * Moves single visits to a better place and exchanges neighbouring ones, until nothing gets better by it.
 * Without neighbours it only moves, and what has a place keeps one.
 */
export class Polish {
  readonly #choices: Choices
  readonly #neighbours: Neighbours | null
  readonly #trial: Trial
  /** The newest version of any route when a job's exchanges were last found to be no use. */
  readonly #triedAt: Int32Array
  #job = 0
  #pass = 1
  #lastGain = 0

  constructor(choices: Choices, neighbours: Neighbours | null) {
    this.#choices = choices
    this.#neighbours = neighbours
    this.#trial = new Trial(choices)
    this.#triedAt = new Int32Array(choices.routes.pool.jobs.length).fill(-1)
  }

  /** Looks at one job; false when all have been looked at since something last got better. */
  step(): boolean {
    const count = this.#choices.routes.pool.jobs.length
    if (count === 0 || this.#lastGain >= count || this.#pass > mostPasses) return false
    const better = this.#relocate(this.#job) || this.#swapWithNeighbours(this.#job)
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

  #swapWithNeighbours(job: number): boolean {
    const { routes } = this.#choices
    if (this.#neighbours === null) return false
    for (const other of this.#neighbours.of(job)) {
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

  /** A job without a place yet may push out a neighbour, which then takes what is left. */
  #swap(job: number, other: number): boolean {
    const { routeOf } = this.#choices.routes
    const route = routeOf[other]!
    const back = routeOf[job]!
    const there = this.#choices.find(job, route)
    const thence = back === -1 ? -1 : this.#choices.find(other, back)
    if (there === -1 || (back !== -1 && thence === -1)) return false
    this.#trial.begin()
    if (back !== -1) this.#trial.remove(job)
    this.#trial.remove(other)
    if (this.#choices.cost(there) !== Infinity) {
      this.#trial.take(there)
      const choice = back === -1 ? this.#choices.best(other) : thence
      if (choice !== -1 && this.#choices.cost(choice) !== Infinity) this.#trial.take(choice)
    }
    return this.#trial.keepIfBetter()
  }
}

/** Changes to routes that can be taken back, with what they cost together. */
export class Trial {
  /** The sum of what the changes so far cost; below zero they are worth it. */
  delta = 0
  readonly #routes: Routes
  readonly #choices: Choices
  /** Per change the job, the stop it stood behind (-1 where it came from nowhere), its route and version. */
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

  /** Keeps the changes when they are worth it, and takes them back when not. */
  keepIfBetter(): boolean {
    // Sums of fractions differ in the last digit with their order; that is no gain.
    if (this.delta < -1e-6) return true
    this.#undo()
    return false
  }

  /** Everything as it was at `begin`, versions too: what was computed for the old routes holds again. */
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
