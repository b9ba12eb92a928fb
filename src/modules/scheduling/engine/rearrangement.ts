import type { Choices } from './choices'
import type { Neighbors } from './nearest'
import { Trial } from './polish'

const fewestRounds = 200
const mostRoutes = 4
const longestRow = 6
const mostUnplaced = 3
const overlooked = 0.01

/**
 * Takes a few visits out of neighboring routes, adds some unplaced jobs, and places them again in another
 * order. Changes that don't improve the plan are undone.
 */
export class Rearrangement {
  readonly #choices: Choices
  readonly #neighbors: Neighbors
  readonly #trial: Trial
  readonly #random: () => number
  readonly #unplaced: number[]
  readonly #loose: number[] = []
  readonly #rank: Float64Array
  #roundsLeft: number

  constructor(choices: Choices, neighbors: Neighbors) {
    const { pool, routeOf } = choices.routes
    const count = pool.jobs.length
    this.#choices = choices
    this.#neighbors = neighbors
    this.#trial = new Trial(choices)
    this.#random = seededRandom(pool.options.seed)
    this.#rank = new Float64Array(count)
    this.#unplaced = pool.jobs.map((_, job) => job).filter((job) => routeOf[job] === -1 && choices.has(job))
    const rounds = pool.options.rearrangementsPerJob
    this.#roundsLeft = count === 0 || rounds === 0 ? 0 : Math.max(fewestRounds, count * rounds)
  }

  /** Does one round. Returns false when none are left. */
  step(): boolean {
    if (this.#roundsLeft === 0) return false
    this.#roundsLeft -= 1
    this.#trial.begin()
    this.#loosenAround(this.#below(this.#rank.length))
    this.#shuffle()
    for (const job of this.#loose) this.#place(job)
    if (this.#trial.keepIfBetter()) this.#noteUnplaced()
    return true
  }

  #loosenAround(job: number): void {
    const { routeOf } = this.#choices.routes
    this.#loose.length = 0
    let routesLeft = 1 + this.#below(mostRoutes)
    for (const near of this.#neighbors.of(job)) {
      if (routesLeft === 0) break
      if (routeOf[near] === -1) continue
      this.#loosenRow(near, 1 + this.#below(longestRow))
      routesLeft -= 1
    }
    for (let extra = Math.min(this.#unplaced.length, mostUnplaced); extra > 0; extra -= 1) {
      const waiting = this.#unplaced[this.#below(this.#unplaced.length)]!
      if (!this.#loose.includes(waiting)) this.#loose.push(waiting)
    }
  }

  /** Removes a job and its neighbors on the route, up to `length` in a row. Scheduled visits end the row. */
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

  /** The costliest to leave out first, the longest first, or (half of the time) a random order. */
  #shuffle(): void {
    const { unplacedCost, duration } = this.#choices.routes.pool
    const manner = this.#below(4)
    for (const job of this.#loose) {
      this.#rank[job] = manner === 0 ? -unplacedCost[job]! : manner === 1 ? -duration[job]! : this.#random()
    }
    this.#loose.sort((a, b) => this.#rank[a]! - this.#rank[b]! || a - b)
  }

  /** Takes the cheapest place, but sometimes skips one, which helps to escape dead ends. */
  #place(job: number): void {
    const { first } = this.#choices
    let least = Infinity
    let best = -1
    for (let choice = first[job]!; choice < first[job + 1]!; choice += 1) {
      const cost = this.#choices.cost(choice)
      if (cost < least && this.#random() >= overlooked) {
        least = cost
        best = choice
      }
    }
    if (best !== -1) this.#trial.take(best)
  }

  #noteUnplaced(): void {
    const { routeOf } = this.#choices.routes
    for (const job of this.#loose) {
      const at = this.#unplaced.indexOf(job)
      if (routeOf[job] === -1 && at === -1) this.#unplaced.push(job)
      if (routeOf[job] !== -1 && at !== -1) this.#unplaced.splice(at, 1)
    }
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }
}

/** A small random number generator that gives the same sequence for the same seed on every machine. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
