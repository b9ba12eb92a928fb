import { Choices } from './choices'
import { listChoices } from './choice-list'
import { Construction } from './construction'
import { franchiseGroups } from './groups'
import { placeAnywhere } from './last-resort'
import { Neighbours } from './neighbours'
import { defaultOptions, type PlanOptions } from './options'
import { describePlacements } from './placements'
import { Polish } from './polish'
import { buildPool } from './pool'
import { Rearrangement } from './rearrangement'
import type { Plan } from './result'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import type { World } from './world'

/** The same world and options give the same plan, in whatever order its lists come. */
export function plan(world: World, options?: Partial<PlanOptions>): Plan {
  return runAtOnce(planInSlices(world, options))
}

/** Plans in pieces of a few milliseconds at most, so that its caller can do other things in between. */
export function* planInSlices(world: World, options?: Partial<PlanOptions>): Generator<void, Plan> {
  const whole: Plan = { placements: [], unplaced: [], addedTravel: 0 }
  for (const group of franchiseGroups(world)) {
    yield
    for (const job of group.unplaced) whole.unplaced.push(job)
    const routes = new Routes(
      yield* buildPool(world.now, group.workers, group.jobs, world.travel, { ...defaultOptions, ...options }),
    )
    yield
    const part = yield* planPool(routes)
    for (const placement of part.placements) whole.placements.push(placement)
    for (const job of part.unplaced) whole.unplaced.push(job)
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
