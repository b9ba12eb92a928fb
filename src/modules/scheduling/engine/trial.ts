import type { Choices } from './choices'
import { costBesideTravel } from './insertion'
import type { Routes } from './routes'

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
    this.#choices.beginTrial()
    this.delta = 0
    this.#count = 0
  }

  remove(job: number): void {
    const route = this.#routes.routeOf[job]!
    const travel = this.#routes.detour(job)
    const overtime = this.#routes.overtime.cost(route)
    this.#note(job, this.#routes.previous[job]!, route)
    this.#routes.remove(job)
    const saved = overtime - this.#routes.overtime.cost(route)
    this.delta +=
      this.#routes.pool.unplacedCost[job]! - travel - saved - costBesideTravel(this.#routes, job, route)
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
    this.undo()
    return false
  }

  /** Restores everything including versions, so cached costs of the old routes are valid again. */
  undo(): void {
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
