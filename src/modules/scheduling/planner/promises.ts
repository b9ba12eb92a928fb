import { addToPlan } from '../engine/offer'
import { planInSlices } from '../engine/plan'
import type { Placement, Plan, PlanOptions, World } from '../engine/world'

/** One franchise, its jobs in booking order, and which of them were promised a window. */
export interface Promises {
  world: World
  isPromised(jobId: string): boolean
}

export type Kept = Pick<Plan, 'placements' | 'unplaced'>

/** Offers use a plan of this depth. Dispatch searches one level deeper, so it always finds that plan too. */
export const offerDepth = 1
export const dispatchDepth = 2

/** How long the search for less driving takes. */
export type Search = Partial<Pick<PlanOptions, 'roundsPerJob' | 'spent'>>

/** Offers are requested all day, so the long search for less driving is left to dispatch, and overtime too. */
const searchAt = (depth: number, search: Search): Partial<PlanOptions> =>
  depth < dispatchDepth ? { ...search, roundsPerJob: 0, usesOvertime: false } : search

/**
 * All attempts to keep every promise together take at most so many steps of work, which are the same on every machine,
 * and at most half of the plan's time again.
 */
const stepsForAttempts = { least: 35_000, perJob: 22 }
const timeForAttempts = 1.5

/** How many promised jobs to try, latest first, when a plan has broken a promise. */
const mostTriesAt = (depth: number): number => (depth < dispatchDepth ? 1 : 3)

/**
 * Makes a plan that keeps every offered window. A search over whole plans may drop a job that would have fit,
 * which must not happen if the customer chose that window. Then the plan is rebuilt in the order things
 * happened: the jobs before the booking, the booking as offered, then the rest.
 */
export function* planKeeping(promises: Promises, depth: number, search: Search = {}): Generator<void, Kept> {
  const first: Kept = yield* planInSlices(promises.world, searchAt(depth, search))
  const broken = brokenBy(promises, first)
  if (depth === 0 || broken.length === 0) return first
  const { least, perJob } = stepsForAttempts
  const steps = { left: Math.max(least, perJob * promises.world.jobs.length) }
  let best = first
  let fewest = broken.length
  for (const attempt of attempts(promises, new Set(broken), depth, search)) {
    const placements = yield* inTime(attempt(), steps, search)
    if (placements === null) break
    const replanned = { placements, unplaced: restOf(promises.world, placements, first) }
    const left = brokenBy(promises, replanned).length
    if (left < fewest) [best, fewest] = [replanned, left]
    if (left === 0) break
  }
  return best
}

/** The result of an attempt, or null if the steps or the time are over before there is one. */
function* inTime<T>(
  work: Generator<void, T>,
  steps: { left: number },
  { spent = () => 0 }: Search,
): Generator<void, T | null> {
  let step = work.next()
  while (!step.done) {
    steps.left -= 1
    if (steps.left < 0 || spent() >= timeForAttempts) return null
    yield
    step = work.next()
  }
  return step.value
}

/**
 * Plans everything, unless bookings that hold no place would cost another job its visit. Then the others are
 * planned without them, and they get the room that is left.
 */
export function* planBeside(
  promises: Promises,
  isStandby: (jobId: string) => boolean,
  search: Search = {},
): Generator<void, Kept> {
  const { world, isPromised } = promises
  const firm = world.jobs.filter(({ id }) => !isStandby(id))
  const all: Kept = yield* planKeeping(promises, dispatchDepth, search)
  const costs = all.unplaced.some(({ jobId, reason }) => reason === 'no_capacity' && !isStandby(jobId))
  if (firm.length === world.jobs.length || !costs) return all
  const without = { world: { ...world, jobs: firm }, isPromised }
  const first: Kept = yield* planKeeping(without, dispatchDepth, search)
  const rest = world.jobs.filter(({ id }) => isStandby(id))
  const placements = yield* addToPlan(world, first.placements, rest)
  return { placements, unplaced: restOf(world, placements, all) }
}

/** Ordered by how much of the plan they keep; the last one puts promises before everything else. */
function attempts(
  promises: Promises,
  broken: Set<string>,
  depth: number,
  search: Search,
): (() => Replanning)[] {
  const points = turningPoints(promises, broken).slice(0, mostTriesAt(depth))
  return [
    ...points.map((at) => () => replan(promises, at, depth, search)),
    () => promisedFirst(promises, searchAt(depth, search)),
  ]
}

type Replanning = Generator<void, Placement[]>

function brokenBy({ isPromised }: Promises, { unplaced }: Kept): string[] {
  return unplaced.flatMap(({ jobId, reason }) =>
    reason === 'no_capacity' && isPromised(jobId) ? [jobId] : [],
  )
}

/** The last promise, because the plan before it kept all others, and the latest of those now broken. */
function turningPoints({ world, isPromised }: Promises, broken: Set<string>): number[] {
  const { jobs } = world
  const last = jobs.findLastIndex(({ id }) => isPromised(id))
  const points = jobs.flatMap(({ id }, at) => (at === last || broken.has(id) ? [at] : []))
  return points.toReversed()
}

/** Plans the earlier bookings as they were planned then, and adds the rest one by one where they fit. */
function* replan({ world, isPromised }: Promises, at: number, depth: number, search: Search): Replanning {
  const earlier = { ...world, jobs: world.jobs.slice(0, at) }
  const { placements } = yield* planKeeping({ world: earlier, isPromised }, depth - 1, search)
  return yield* addToPlan(world, placements, world.jobs.slice(at))
}

function* promisedFirst({ world, isPromised }: Promises, search: Search): Replanning {
  const promised = world.jobs.filter(({ id }) => isPromised(id))
  const others = world.jobs.filter(({ id }) => !isPromised(id))
  const { placements } = yield* planInSlices({ ...world, jobs: promised }, search)
  return yield* addToPlan(world, placements, others)
}

function restOf({ jobs }: World, placements: Placement[], { unplaced }: Kept): Kept['unplaced'] {
  const placed = new Set(placements.map(({ jobId }) => jobId))
  const reasons = new Map(unplaced.map(({ jobId, reason }) => [jobId, reason]))
  return jobs
    .filter(({ id }) => !placed.has(id))
    .map(({ id }) => ({ jobId: id, reason: reasons.get(id) ?? ('no_capacity' as const) }))
}
