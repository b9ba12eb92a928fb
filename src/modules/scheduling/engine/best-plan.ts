import type { Routes } from './routes'

/** Remembers the cheapest plan that a search has seen. */
export class BestPlan {
  readonly #routes: Routes
  readonly #next: Int32Array
  #cost = 0
  #isCurrent = true

  constructor(routes: Routes) {
    this.#routes = routes
    this.#next = routes.next.slice()
  }

  /** Keeps the plan on the routes if it costs less than all before it. The first plan costs 0. */
  consider(cost: number): void {
    // Sums of fractions can differ in the last digit depending on their order, which is no improvement.
    this.#isCurrent = cost < this.#cost - 1e-6
    if (!this.#isCurrent) return
    this.#cost = cost
    this.#next.set(this.#routes.next)
  }

  /** Puts the best plan back on the routes. */
  restore(): void {
    if (this.#isCurrent) return
    const { pool, routeOf } = this.#routes
    for (let job = 0; job < pool.jobs.length; job += 1) if (routeOf[job] !== -1) this.#routes.remove(job)
    for (let route = 0; route < pool.routeCount; route += 1) {
      let before = pool.firstBegin + route
      while (before !== pool.firstEnd + route) {
        const stop = this.#next[before]!
        if (stop < pool.firstCommitted) this.#routes.insert(stop, before, route)
        before = stop
      }
    }
    this.#isCurrent = true
  }
}
