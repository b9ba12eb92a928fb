import { BestPlan } from './best-plan'
import type { Choices } from './choices'
import { Loosening } from './loosening'
import type { Neighbors } from './nearest'
import { seededRandom } from './random'
import { Trial } from './trial'

const fewestRounds = 200
/** A round takes some microseconds, too little to stop for other work after each. */
const roundsPerStep = 16
/** How many minutes worse a plan may get in a round, roughly, at the end: with days half empty, and with full ones. */
const cold = 0.3
const coldIfFull = 1
/** Full days need more rounds, because each change affects more visits. */
const moreRoundsIfFull = 1 / 6
const overlooked = 0.01
/** The share of the rounds or of the time after which the pace is known; the first rounds are slower. */
const knownAfter = 0.1

/**
 * Takes neighboring visits out of their routes and places them again in another order, many times over. Early
 * on it also accepts plans that are a bit worse, less and less so, because the way to a better plan often
 * leads through them. The method is known as slack induction by string removals (Christiaens and Vanden
 * Berghe, 2020).
 */
export class Annealing {
  readonly #choices: Choices
  readonly #trial: Trial
  readonly #loosening: Loosening
  readonly #best: BestPlan
  readonly #random: () => number
  readonly #orders: Order[]
  readonly #rank: number[] = []
  readonly #rounds: number
  readonly #coldest: number
  readonly #spentBefore: number
  #temperature: number
  #cooling: number
  #roundsLeft: number
  #isHurried = false
  /** The cost compared with the plan it began with. */
  #cost = 0

  constructor(choices: Choices, neighbors: Neighbors) {
    const { pool } = choices.routes
    this.#choices = choices
    this.#trial = new Trial(choices)
    this.#random = seededRandom(pool.options.seed)
    this.#loosening = new Loosening(choices, neighbors, this.#trial, this.#random)
    this.#best = new BestPlan(choices.routes)
    this.#orders = ordersOf(choices)
    const { fullness } = this.#loosening
    const perJob = pool.options.roundsPerJob * (1 + moreRoundsIfFull * fullness)
    this.#rounds = this.#roundsLeft = roundsFor(pool.jobs.length, perJob)
    this.#spentBefore = pool.options.spent()
    this.#temperature = pool.options.hotMinutes
    this.#coldest = Math.min(this.#temperature, cold + (coldIfFull - cold) * fullness)
    this.#cooling = this.#coolingOver(this.#rounds)
  }

  /** Does some rounds. Returns false when none are left, with the best plan on the routes. */
  step(): boolean {
    const { spent } = this.#choices.routes.pool.options
    for (let round = 0; round < roundsPerStep; round += 1) {
      if (this.#roundsLeft === 0 || spent() >= 1) {
        this.#best.restore()
        return false
      }
      this.#roundsLeft -= 1
      this.#tryRound()
    }
    this.#keepPace(spent())
    return true
  }

  /**
   * If the time won't do for all rounds, the search cools down over as many as there is time for, because a search that
   * ends hot has gained little. One that has enough time always cools the same way.
   */
  #keepPace(spent: number): void {
    const done = this.#rounds - this.#roundsLeft
    const taken = spent - this.#spentBefore
    if (taken <= 0 || (done < this.#rounds * knownAfter && taken < knownAfter)) return
    const affordable = ((1 - spent) * done) / taken
    this.#isHurried ||= affordable < this.#roundsLeft
    if (this.#isHurried) this.#cooling = this.#coolingOver(Math.min(this.#roundsLeft, affordable))
  }

  #coolingOver(rounds: number): number {
    return Math.min(1, (this.#coldest / this.#temperature) ** (1 / Math.max(1, rounds)))
  }

  #tryRound(): void {
    this.#temperature *= this.#cooling
    this.#trial.begin()
    const loose = this.#loosening.loosen()
    this.#order(loose)
    const limit = -this.#temperature * Math.log(this.#random())
    if (this.#placeWithin(limit, loose)) this.#accept(loose)
    else this.#trial.undo()
  }

  /**
   * Places the jobs again. Returns false if the plan gets worse by more than the limit, often before the last job:
   * no job makes a plan cheaper, apart from the small bonus for a technician the customer knows.
   */
  #placeWithin(limit: number, loose: readonly number[]): boolean {
    const { unplacedCost } = this.#choices.routes.pool
    let least = this.#trial.delta
    for (let at = 0; at < loose.length; at += 1) least -= unplacedCost[loose[at]!]!
    for (let at = 0; at < loose.length; at += 1) {
      const job = loose[at]!
      const choice = this.#choices.bestOverlooking(job, overlooked, this.#random)
      least += choice === -1 ? unplacedCost[job]! : this.#choices.cost(choice)
      if (least > limit) return false
      if (choice !== -1) this.#trial.take(choice)
    }
    // A third of all rounds put every visit back. Undoing those keeps the cached costs of their routes.
    return Math.abs(this.#trial.delta) >= 1e-6
  }

  #accept(loose: readonly number[]): void {
    this.#cost += this.#trial.delta
    this.#loosening.noteUnplaced(loose)
    this.#best.consider(this.#cost)
  }

  #order(loose: number[]): void {
    const ranks = this.#orders[Math.floor(this.#random() * this.#orders.length)]
    for (let at = 0; at < loose.length; at += 1) {
      const job = loose[at]!
      const rank = ranks ? ranks[job]! : this.#random()
      let to = at
      for (; to > 0 && this.#rank[to - 1]! > rank; to -= 1) {
        loose[to] = loose[to - 1]!
        this.#rank[to] = this.#rank[to - 1]!
      }
      loose[to] = job
      this.#rank[to] = rank
    }
  }
}

function roundsFor(jobs: number, perJob: number): number {
  return jobs === 0 || perJob === 0 ? 0 : Math.max(fewestRounds, Math.ceil(jobs * perJob))
}

/** A rank for each job, lowest first; null is a random order. */
type Order = Float64Array | null

/** Random order, longest, farthest, nearest, and costliest to leave out first, as often as they are listed. */
function ordersOf(choices: Choices): Order[] {
  const { duration, unplacedCost, jobs } = choices.routes.pool
  const nearest = Float64Array.from(jobs, (_, job) => minutesFromHome(choices, job))
  const farthest = nearest.map((minutes) => -minutes)
  const longest = Float64Array.from(duration, (minutes) => -minutes)
  const costliest = unplacedCost.map((cost) => -cost)
  const often: Order[] = [null, longest]
  const sometimes = [farthest, costliest]
  return [...often, ...often, ...often, ...often, ...sometimes, ...sometimes, nearest]
}

/** The drive from the nearest home of a worker who could take the job. */
function minutesFromHome({ first, route, routes }: Choices, job: number): number {
  const { pool } = routes
  let least = Infinity
  for (let choice = first[job]!; choice < first[job + 1]!; choice += 1) {
    const home = pool.placeOf[pool.firstBegin + route[choice]!]!
    least = Math.min(least, pool.travel.minutes(home, pool.placeOf[job]!))
  }
  return least
}
