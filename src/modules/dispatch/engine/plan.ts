import { Choices } from './choices'
import { listChoices } from './choice-list'
import type { Score } from './cost'
import { Construction } from './construction'
import { franchiseGroups } from './groups'
import { placeAnywhere } from './last-resort'
import { Neighbours } from './neighbours'
import { defaultOptions, type PlanOptions } from './options'
import { describePlacements } from './placements'
import { Polish } from './polish'
import { buildPool } from './pool'
import { Rearrangement } from './rearrangement'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import type { Interval, World } from './world'

export interface Plan {
  /** In the order of job ids. */
  placements: Placement[]
  unplaced: Unplaced[]
  /** Minutes of driving that the placements add to the committed visits. */
  addedTravel: number
}

export interface Placement extends Interval {
  jobId: string
  workerId: string
  /** The end with the buffer behind it. */
  busyUntil: number
  /** Which day of the horizon. */
  day: number
  score: Score
  /** The other worker who would have cost least, as the plan stands. */
  runnerUp: RunnerUp | null
}

export interface RunnerUp {
  workerId: string
  total: number
}

export interface Unplaced {
  jobId: string
  reason: UnplacedReason
}

/** All but the last stay as they are until somebody changes something. */
export type UnplacedReason = 'no_place' | 'no_duration' | 'no_skill' | 'out_of_area' | 'no_capacity'

/** The same world and options give the same plan, in whatever order its lists come. */
export function plan(world: World, options?: Partial<PlanOptions>): Plan {
  return runAtOnce(planInSlices(world, options))
}

/** Plans in pieces of well under a millisecond each, so that its caller can do other things in between. */
export function* planInSlices(world: World, options?: Partial<PlanOptions>): Generator<void, Plan> {
  const whole: Plan = { placements: [], unplaced: [], addedTravel: 0 }
  for (const group of franchiseGroups(world)) {
    yield
    whole.unplaced.push(...group.unplaced)
    const routes = new Routes(
      yield* buildPool(world.now, group.workers, group.jobs, world.travel, { ...defaultOptions, ...options }),
    )
    yield
    const part = yield* planPool(routes)
    whole.placements.push(...part.placements)
    whole.unplaced.push(...part.unplaced)
    whole.addedTravel += part.addedTravel
  }
  const byJob = (a: { jobId: string }, b: { jobId: string }) => (a.jobId < b.jobId ? -1 : 1)
  whole.placements.sort(byJob)
  whole.unplaced.sort(byJob)
  return whole
}

function* planPool(routes: Routes): Generator<void, Plan> {
  const before = routes.allTravelMinutes()
  const choices = new Choices(routes, yield* listChoices(routes))
  yield* inSteps(new Construction(choices, routes.pool.jobs.length))
  const neighbours = new Neighbours(routes.pool)
  yield* inSteps(new Polish(choices, neighbours))
  yield* inSteps(new Rearrangement(choices, neighbours))
  yield* placeAnywhere(choices)
  const placements = yield* describePlacements(choices)
  const unplaced = routes.pool.jobs
    .filter((_, job) => routes.routeOf[job] === -1)
    .map(({ id }) => ({ jobId: id, reason: 'no_capacity' as const }))
  return { placements, unplaced, addedTravel: routes.allTravelMinutes() - before }
}

function* inSteps(search: { step(): boolean }): Generator<void, void> {
  while (search.step()) yield
}
