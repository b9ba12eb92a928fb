import type { Choices } from './choices'
import { costBesideTravel } from './insertion'
import type { Routes } from './routes'
import { Snapshot } from './snapshot'

/** Route changes that can be undone, with their total cost. */
export class Trial {
  /** The total cost of the changes so far; negative is an improvement. */
  delta = 0
  readonly #routes: Routes
  readonly #choices: Choices
  readonly #before: Snapshot

  constructor(choices: Choices) {
    this.#choices = choices
    this.#routes = choices.routes
    this.#before = new Snapshot(choices.routes)
  }

  begin(): void {
    this.#choices.beginTrial()
    this.#before.begin()
    this.delta = 0
  }

  remove(job: number): void {
    this.removeRow(job, job)
  }

  /** Removes the visits from one to another of the same route. */
  removeRow(first: number, last: number): void {
    const { routeOf, next, overtime, pool, visitMinutes } = this.#routes
    const route = routeOf[first]!
    this.#before.keep(route)
    const behind = next[last]!
    const costBefore = overtime.cost(route)
    const travel = this.#routes.removeRow(first, last)
    this.delta -= travel + costBefore - overtime.cost(route)
    let minutes = visitMinutes[route]!
    for (let job = first; job !== behind; job = next[job]!) {
      this.delta += pool.unplacedCost[job]! - costBesideTravel(this.#routes, job, route, minutes)
      minutes += pool.duration[job]!
    }
  }

  take(choice: number): void {
    const job = this.#choices.job[choice]!
    const cost = this.#choices.cost(choice)
    this.#before.keep(this.#choices.route[choice]!)
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
    this.#before.restore()
  }
}
