import type { Choices } from './choices'

const capOnRegret = 400
const regretOfLastChance = 500

/**
 * Places one job at a time, always the one that would lose most by waiting: its second choice is much worse
 * than its first, weighted by its urgency.
 */
export class Construction {
  readonly #choices: Choices
  readonly #best: Int32Array
  readonly #second: Int32Array
  readonly #key: Float64Array
  readonly #waiting: Int32Array
  #rated = 0
  #left: number

  /** Places the first `count` jobs of the pool. */
  constructor(choices: Choices, count: number) {
    this.#choices = choices
    this.#best = new Int32Array(count)
    this.#second = new Int32Array(count)
    this.#key = new Float64Array(count)
    this.#waiting = Int32Array.from({ length: count }, (_, job) => job)
    this.#left = count
  }

  /** Does a limited amount of work. Returns false when nothing is left. */
  step(): boolean {
    if (this.#rated < this.#best.length) {
      this.#rate(this.#rated)
      this.#rated += 1
      return true
    }
    return this.#placeNext()
  }

  #placeNext(): boolean {
    const at = this.#mostPressing()
    if (at === -1) return false
    const job = this.#waiting[at]!
    // Keeps jobs in numerical order, which decides between equals.
    this.#waiting.copyWithin(at, at + 1, this.#left)
    this.#left -= 1
    const choice = this.#best[job]!
    this.#choices.cost(choice)
    this.#choices.take(choice)
    this.#reconsider(this.#choices.route[choice]!)
    return true
  }

  #mostPressing(): number {
    let most = -Infinity
    let found = -1
    for (let at = 0; at < this.#left; at += 1) {
      const key = this.#key[this.#waiting[at]!]!
      if (key > most) {
        most = key
        found = at
      }
    }
    return found
  }

  /** After a route changed, recalculates only the jobs that have it, before or now, among their best two. */
  #reconsider(route: number): void {
    const { ofRoute, ofRouteFirst, job: jobOf, routes } = this.#choices
    for (let at = ofRouteFirst[route]!; at < ofRouteFirst[route + 1]!; at += 1) {
      const choice = ofRoute[at]!
      const job = jobOf[choice]!
      if (job >= this.#best.length || routes.routeOf[job] !== -1 || this.#best[job] === -1) continue
      const best = this.#best[job]!
      const second = this.#second[job]!
      const cost = this.#choices.cost(choice)
      if (choice === best || choice === second || second === -1 || cost < this.#choices.cost(second)) {
        this.#rate(job)
      }
    }
  }

  #rate(job: number): void {
    const { first } = this.#choices
    let best = -1
    let second = -1
    let least = Infinity
    let next = Infinity
    for (let choice = first[job]!; choice < first[job + 1]!; choice += 1) {
      const cost = this.#choices.cost(choice)
      if (cost < least) {
        next = least
        second = best
        least = cost
        best = choice
      } else if (cost < next) {
        next = cost
        second = choice
      }
    }
    this.#best[job] = best
    this.#second[job] = second
    this.#key[job] = best === -1 ? -Infinity : this.#urgency(job) + regret(least, next)
  }

  #urgency(job: number): number {
    return this.#choices.routes.pool.unplacedCost[job]! / 5
  }
}

function regret(least: number, next: number): number {
  return next === Infinity ? regretOfLastChance : Math.min(next - least, capOnRegret)
}
