import type { Kept } from '../engine/offer'
import { impossibleVisits, isSamePlace, replanInSlices, type ReplanOptions } from '../engine/replan'
import type { CommittedVisit, OpenJob, Placement, Plan, Worker, World } from '../engine/world'
import type { Search } from './promises'

/** A worker whose scheduled visits say which job they are for. */
export interface CrewWorker extends Worker {
  visits: (CommittedVisit & { jobId: string })[]
}

/** A scheduled visit that may move, in the planner's terms. */
export interface Movable {
  visit: Kept
  job: OpenJob
}

/** A scheduled visit that goes to another time or technician. */
export interface PlannedMove {
  placement: Placement
  /** Minutes of driving it added before. */
  travelBefore: number
  /** Minutes of driving that all moves of its franchise save together. */
  savedByAll: number
}

export interface Improved extends Pick<Plan, 'placements' | 'unplaced'> {
  moves: PlannedMove[]
}

/** A skill that only one technician has. */
export const ownSkill = (workerId: string): string => `as: ${workerId}`

/**
 * Lets the visits that may move give way to a plan of new jobs, where that saves enough. The plan comes from a world
 * in which they stood still, so it is the least that can be had. `isWindow` says whether the customer of a new visit
 * will hear of a window only.
 */
export function* improveWithMoves(
  world: World,
  planned: Pick<Plan, 'placements' | 'unplaced'>,
  movable: readonly Movable[],
  isWindow: (placement: Placement) => boolean,
  search: Search & Partial<Pick<ReplanOptions, 'passes'>> = {},
): Generator<void, Improved> {
  const free = yield* possible(world, movable)
  if (free.length === 0) return { ...planned, moves: [] }
  const told = new Map(free.map((one) => [one.job.id, one]))
  const hopeless = planned.unplaced.filter(({ reason }) => reason !== 'no_capacity')
  const without = new Set(hopeless.map(({ jobId }) => jobId))
  const jobs = [...world.jobs.filter(({ id }) => !without.has(id)), ...free.map(({ job }) => job)]
  const freed = { ...withFreed(world, free), jobs }
  const visits = free.map(({ visit }) => visit)
  const isTold = (id: string) => told.has(id)
  const first = yield* replanInSlices(freed, [...visits, ...planned.placements], isTold, search)
  // Once customers know an exact time it stays, so the rest is planned again around it.
  const exact = first.placements.filter((one) => !told.has(one.jobId) && !isWindow(one))
  const second =
    exact.length === 0
      ? first
      : yield* replanInSlices(withFixed(freed, exact), first.placements, isTold, search)
  const placements = [...exact, ...second.placements]
  const savedByAll = first.savedTravel + (second === first ? 0 : second.savedTravel)
  const moves = placements.flatMap((placement) => {
    const visit = told.get(placement.jobId)
    if (!visit || isSamePlace(visit.visit, placement)) return []
    const travelBefore = (first.moved.get(placement.jobId) ?? second.moved.get(placement.jobId))?.travelBefore
    return [{ placement, travelBefore: travelBefore ?? 0, savedByAll }]
  })
  const fresh = placements.filter(({ jobId }) => !told.has(jobId))
  const found = new Set(fresh.map(({ jobId }) => jobId))
  return {
    placements: fresh,
    unplaced: planned.unplaced.filter(({ jobId }) => !found.has(jobId)),
    moves,
  }
}

/** The world with these visits as if they had been committed. */
function withFixed(world: World, fixed: readonly Placement[]): World {
  const jobOf = new Map(world.jobs.map((job) => [job.id, job]))
  const ids = new Set(fixed.map(({ jobId }) => jobId))
  const workers = world.workers.map((worker) => ({
    ...worker,
    visits: [
      ...worker.visits,
      ...fixed
        .filter(({ workerId }) => workerId === worker.id)
        .map((visit) => ({ ...visit, place: jobOf.get(visit.jobId)?.place ?? null })),
    ],
  }))
  return { ...world, workers, jobs: world.jobs.filter(({ id }) => !ids.has(id)) }
}

/** The visits that can be made as they are. The others stay where a person may find a way. */
function* possible(world: World, movable: readonly Movable[]): Generator<void, Movable[]> {
  let free = [...movable]
  for (;;) {
    const freed = { ...withFreed(world, free), jobs: free.map(({ job }) => job) }
    const visits = free.map(({ visit }) => visit)
    const bad = yield* impossibleVisits(freed, visits)
    if (bad.size === 0) return free
    free = free.filter(({ job }) => !bad.has(job.id))
  }
}

/** The world without these visits, in which each technician can be asked for by name. */
function withFreed(world: World, free: readonly Movable[]): World {
  const ids = new Set(free.map(({ job }) => job.id))
  const workers = (world.workers as CrewWorker[]).map((worker) => ({
    ...worker,
    skills: [...worker.skills, ownSkill(worker.id)],
    visits: worker.visits.filter(({ jobId }) => !ids.has(jobId)),
  }))
  return { ...world, workers }
}
