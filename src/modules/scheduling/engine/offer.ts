import { Choices, listChoices } from './choices'
import { byId, isActive } from './groups'
import { offerPairs, withPlan } from './pairs'
import { planInSlices, describePlacements, placingAnywhere } from './plan'
import { Polish } from './polish'
import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import { minuteAtOrBefore } from './time'
import { settleLunch } from './timing'
import {
  defaultOptions,
  type PlanOptions,
  type Placement,
  type ArrivalWindow,
  type OpenJob,
  type World,
} from './world'

/** Everyone is considered for every job, unless that would be more choices than this, of about 70 bytes each. */
const mostChoices = 500_000

/** A visit with a place in a plan. */
export type Kept = Pick<Placement, 'jobId' | 'workerId' | 'day' | 'start'>

export interface Offer {
  window: ArrivalWindow
  /** How many workers could come in this window. */
  workers: number
  /** The cost of the cheapest one, to compare windows. */
  total: number
}

/**
 * The arrival windows for a job that isn't booked yet. Waiting jobs are placed first, so nobody is offered
 * time that was promised to someone else.
 */
export function offerWindows(
  world: World,
  job: OpenJob,
  windows: ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Offer[] {
  return runAtOnce(offerInSlices(world, job, windows, options))
}

export function* offerInSlices(
  world: World,
  job: OpenJob,
  windows: ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Generator<void, Offer[]> {
  const ours = ({ franchiseId }: { franchiseId: string | null }) => franchiseId === job.franchiseId
  const waiting = { ...world, workers: world.workers.filter(ours), jobs: world.jobs.filter(ours) }
  const { placements } = yield* planInSlices(waiting, options)
  return yield* offerBeside(world, placements, job, windows, options)
}

/** The same, based on an existing plan. */
export function* offerBeside(
  world: World,
  placements: readonly Placement[],
  job: OpenJob,
  windows: ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Generator<void, Offer[]> {
  if (job.place === null || job.durationMinutes === null || !job.inServiceArea) return []
  // Nobody is promised a technician who is off by then.
  const within = { ...options, usesOvertime: false }
  if (job.isForTwo) return yield* offerPairs(withPlan(world, placements), job, windows, within)
  const asked = windows.map((window) => ({ ...job, windows: [window] }))
  const routes = yield* replayPlan(world, job.franchiseId, placements, asked, within)
  const choices = new Choices(routes, yield* listChoices(routes))
  const offers: Offer[] = []
  for (const [number, window] of windows.entries()) {
    offers.push(...offerFor(choices, number, window))
    yield
  }
  return offers
}

function offerFor(choices: Choices, job: number, window: ArrivalWindow): Offer[] {
  const { workerOf } = choices.routes.pool
  const able = new Set<number>()
  let total = Infinity
  for (let choice = choices.first[job]!; choice < choices.first[job + 1]!; choice += 1) {
    const cost = choices.cost(choice)
    if (cost === Infinity) continue
    able.add(workerOf[choices.route[choice]!]!)
    total = Math.min(total, cost)
  }
  return able.size === 0 ? [] : [{ window, workers: able.size, total }]
}

/**
 * Adds jobs of the same franchise to a plan one by one, each where it costs least without displacing the
 * others. Offered windows are checked the same way.
 */
export function* addToPlan(
  world: World,
  placements: readonly Placement[],
  more: OpenJob[],
  options?: Partial<PlanOptions>,
): Generator<void, Placement[]> {
  const [first] = more
  if (!first) return [...placements]
  const able = more.filter((job) => job.place !== null && job.durationMinutes !== null && job.inServiceArea)
  const routes = yield* replayPlan(world, first.franchiseId, placements, able, options)
  const choices = new Choices(routes, yield* listChoices(routes))
  const placeAnywhere = placingAnywhere(choices)
  for (let job = 0; job < able.length; job += 1) {
    const choice = choices.best(job)
    if (choice === -1) placeAnywhere(job)
    else choices.take(choice)
    yield
  }
  // The first jobs were placed before the later ones were known, so each may now move to a cheaper place.
  const polish = new Polish(choices, null)
  while (polish.step()) yield
  settleLunch(routes)
  return yield* describePlacements(choices)
}

/**
 * Rebuilds the routes of a plan, with its visits free to move. The pool has `asked` before the planned jobs,
 * so those get the first numbers and are on no route.
 */
export function* replayPlan(
  world: World,
  franchiseId: string | null,
  placements: readonly Placement[],
  asked: OpenJob[],
  options?: Partial<PlanOptions>,
): Generator<void, Routes> {
  const ours = (one: { franchiseId: string | null }) => one.franchiseId === franchiseId
  const workers = world.workers.filter(ours).filter(isActive).toSorted(byId)
  const placed = new Set(placements.map(({ jobId }) => jobId))
  const planned = world.jobs.filter(ours).filter(({ id }) => placed.has(id))
  const jobs = [...asked, ...planned.toSorted(byId)]
  const all = { ...defaultOptions, ...options }
  const routesPerWorker = jobs.length * (workers[0]?.days.length ?? 0)
  all.nearestWorkers = Math.max(all.nearestWorkers, Math.floor(mostChoices / Math.max(1, routesPerWorker)))
  const routes = new Routes(yield* buildPool(world.now, workers, jobs, world.travel, all))
  insertPlanned(routes, placements, asked.length)
  return routes
}

/** Puts planned visits on their routes in the order of their times. Jobs before `first` are left out. */
export function insertPlanned(routes: Routes, placements: readonly Kept[], first: number): void {
  const { pool, next, startAt } = routes
  const workerNumber = new Map(pool.workers.map(({ id }, worker) => [id, worker]))
  const jobNumber = new Map(pool.jobs.slice(first).map(({ id }, at) => [id, first + at]))
  for (const { jobId, workerId, day, start } of placements.toSorted((a, b) => a.start - b.start)) {
    const job = jobNumber.get(jobId)
    const worker = workerNumber.get(workerId)
    if (job === undefined || worker === undefined) continue
    const route = worker * pool.dayCount + day
    let before = pool.firstBegin + route
    const end = pool.firstEnd + route
    while (next[before] !== end && startAt[next[before]!]! < minuteAtOrBefore(start)) before = next[before]!
    routes.insert(job, before, route)
  }
}
