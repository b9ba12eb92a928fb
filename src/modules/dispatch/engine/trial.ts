import type { Choices } from './choices'
import { costBesideTravel } from './cost'
import type { Routes } from './routes'

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
