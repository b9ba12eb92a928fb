import { Annealing } from './annealing'
import { Choices, listChoices } from './choices'
import { franchiseGroups } from './groups'
import { scoreOf } from './insertion'
import { Neighbors } from './nearest'
import { insertPlanned, type Kept } from './offer'
import { describePlacements, placeAnywhere } from './plan'
import { Polish } from './polish'
import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import { minuteAtOrBefore } from './time'
import { timeRoute } from './timing'
import { defaultOptions, type Placement, type PlanOptions, type Unplaced, type World } from './world'

/** No gain is worth leaving a visit out that somebody was promised. */
const costOfPromise = 1_000_000
/** A hot search would throw away what earlier replans of the same days found. */
const hotMinutes = 2
export interface ReplanOptions extends PlanOptions {
  /** The least a change must save for each visit it moves, in minutes of driving. */
  gainPerMove: number
  /** Every pass saves something, so this is only a limit on the time. */
  passes: number
}

export interface Replanned {
  /** Sorted by job id. */
  placements: Placement[]
  unplaced: Unplaced[]
  /** Each moved visit with the driving it added where it was. */
  moved: Map<string, { from: Kept; travelBefore: number }>
  /** Minutes of driving saved by all moves together; less than 0 where they made room for other jobs. */
  savedTravel: number
}

/**
 * Improves the plan of one franchise, whose visits may move within their jobs' windows. Jobs without a visit get
 * one where there is room. A change counts only if it saves enough, and the search goes on until it finds none,
 * so planning the result again changes nothing. `isTold` names the visits that somebody already knows of.
 */
export function* replanInSlices(
  world: World,
  kept: readonly Kept[],
  isTold: (jobId: string) => boolean,
  options?: Partial<ReplanOptions>,
): Generator<void, Replanned> {
  const all = { ...defaultOptions, gainPerMove: 1, passes: 8, hotMinutes, ...options }
  const given = new Map(kept.map((visit) => [visit.jobId, visit]))
  let current = [...kept]
  for (let pass = 0; pass < all.passes; pass += 1) {
    const better = yield* improve(world, current, { ...all, isTold, given })
    if (better === null) break
    current = better
  }
  const before = yield* replayKept(world, kept, all)
  const after = yield* replayKept(world, current, all)
  const placements = yield* describePlacements(new Choices(after, yield* listChoices(after)))
  const moved: Replanned['moved'] = new Map()
  for (const placement of placements) {
    const from = given.get(placement.jobId)
    if (!from || isSamePlace(from, placement)) continue
    const job = before.pool.jobs.findIndex(({ id }) => id === placement.jobId)
    moved.set(placement.jobId, { from, travelBefore: before.detour(job) })
  }
  const placed = new Set(placements.map(({ jobId }) => jobId))
  const left = after.pool.jobs.filter(({ id }) => !placed.has(id))
  return {
    placements,
    unplaced: left.map(({ id }) => ({ jobId: id, reason: 'no_capacity' })),
    moved,
    savedTravel: before.allTravelMinutes() - after.allTravelMinutes(),
  }
}

export const replan = (...args: Parameters<typeof replanInSlices>): Replanned =>
  runAtOnce(replanInSlices(...args))

/** Whether a visit stays with its technician and at its minute. */
export const isSamePlace = (one: Kept, other: Kept): boolean =>
  one.workerId === other.workerId && one.start === other.start

/** The visits that can't be made as they are, by the engine's rules; a replan has to leave their days alone. */
export function* impossibleVisits(
  world: World,
  kept: readonly Kept[],
  options?: Partial<PlanOptions>,
): Generator<void, Set<string>> {
  const routes = yield* replayKept(world, kept, { ...defaultOptions, ...options })
  const { pool, routeOf, startAt, latestStart, lunches } = routes
  const bad = new Set<number>()
  for (let route = 0; route < pool.routeCount; route += 1) if (!lunches.isPossible(route)) bad.add(route)
  const starts = startsOf(pool.jobs, kept)
  for (let job = 0; job < pool.jobs.length; job += 1)
    if (routeOf[job] !== -1 && (startAt[job]! > latestStart[job]! || startAt[job] !== starts[job]))
      bad.add(routeOf[job]!)
  const known = new Set(pool.jobs.map(({ id }) => id))
  return new Set([
    ...pool.jobs.filter((_, job) => bad.has(routeOf[job]!)).map(({ id }) => id),
    ...kept.map(({ jobId }) => jobId).filter((id) => !known.has(id)),
  ])
}

/** The routes with their visits at the times they have, as far as those are possible. Jobs are in order of their ids. */
function* replayKept(world: World, kept: readonly Kept[], options: PlanOptions): Generator<void, Routes> {
  const [group] = franchiseGroups(world)
  const { workers, jobs } = group ?? { workers: [], jobs: [] }
  const routes = new Routes(yield* buildPool(world.now, workers, jobs, world.travel, options))
  insertPlanned(routes, kept, 0)
  keepTimes(routes, startsOf(jobs, kept))
  return routes
}

function startsOf(jobs: readonly { id: string }[], kept: readonly Kept[]): Int32Array {
  const known = new Map(kept.map(({ jobId, start }) => [jobId, minuteAtOrBefore(start)]))
  return Int32Array.from(jobs, ({ id }) => known.get(id) ?? -1)
}

/** Gives every visit the time it had, or the nearest one possible. The search itself starts visits early. */
function keepTimes(routes: Routes, wanted: Int32Array): void {
  for (let route = 0; route < routes.pool.routeCount; route += 1)
    timeRoute(routes, route, wanted, (job, start) => {
      routes.startAt[job] = start
    })
}

interface Search extends ReplanOptions {
  isTold(jobId: string): boolean
  /** The visits before the first pass. */
  given: ReadonlyMap<string, Kept>
}

/** One search, of which only the parts count that save enough. Null if there is none. */
function* improve(world: World, current: Kept[], search: Search): Generator<void, Kept[] | null> {
  const routes = yield* replayKept(world, current, search)
  const { pool, routeOf, startAt, readyAt } = routes
  const before = { route: routeOf.slice(), start: startAt.slice(), cost: routeCosts(routes) }
  for (let job = 0; job < pool.jobs.length; job += 1) {
    if (routeOf[job] === -1) continue
    pool.unplacedCost[job] = costOfPromise
    // The search starts every visit as early as it can.
    startAt[job] = readyAt[job]! - pool.busy[job]!
  }
  const choices = new Choices(routes, yield* listChoices(routes))
  for (let job = 0; job < pool.jobs.length; job += 1) {
    const choice = routeOf[job] === -1 ? choices.best(job) : -1
    if (choice !== -1) choices.take(choice)
    yield
  }
  const neighbors = new Neighbors(pool)
  yield* inSteps(new Polish(choices, neighbors))
  yield* inSteps(new Annealing(choices, neighbors))
  yield* inSteps(new Polish(choices, neighbors))
  yield* placeAnywhere(choices)
  keepTimes(routes, startsOf(pool.jobs, current))
  return choose(routes, before, search)
}

function* inSteps(search: { step(): boolean }): Generator<void, void> {
  while (search.step()) yield
}

interface Before {
  route: Int32Array
  start: Int32Array
  /** By route. */
  cost: Float64Array
}

/** Routes that exchanged visits change together or not at all. */
function choose(routes: Routes, before: Before, search: Search): Kept[] | null {
  const { pool, routeOf, startAt } = routes
  const groupOf = linkedRoutes(pool.routeCount, before.route, routeOf.subarray(0, pool.jobs.length))
  const gain = new Float64Array(pool.routeCount)
  const after = routeCosts(routes)
  for (let route = 0; route < pool.routeCount; route += 1)
    gain[groupOf[route]!]! += before.cost[route]! - after[route]!
  for (const [job, { id }] of pool.jobs.entries()) {
    const [from, to] = [before.route[job]!, routeOf[job]!]
    if (from === -1 && to !== -1) gain[groupOf[to]!]! += pool.unplacedCost[job]!
    const isMoved = from !== -1 && (from !== to || before.start[job] !== startAt[job])
    if (isMoved && search.isTold(id) && search.given.has(id)) gain[groupOf[from]!]! -= search.gainPerMove
  }
  const isBetter = (route: number) => route !== -1 && gain[groupOf[route]!]! > 1e-6
  const chosen = pool.jobs.flatMap(({ id: jobId }, job) => {
    const isNew = isBetter(routeOf[job]!)
    const route = isNew ? routeOf[job]! : before.route[job]!
    if (route === -1) return []
    const start = (isNew ? startAt[job]! : before.start[job]!) * 60_000
    return [{ jobId, workerId: pool.workers[pool.workerOf[route]!]!.id, day: pool.dayOf[route]!, start }]
  })
  const isChanged = pool.jobs.some(
    (_, job) =>
      isBetter(routeOf[job]!) && (before.route[job] !== routeOf[job] || before.start[job] !== startAt[job]),
  )
  return isChanged ? chosen : null
}

/** A number for every route, the same for routes that exchanged visits. */
function linkedRoutes(count: number, before: Int32Array, after: Int32Array): Int32Array {
  const parent = Int32Array.from({ length: count }, (_, route) => route)
  const rootOf = (route: number): number => {
    let root = route
    while (parent[root] !== root) root = parent[root]!
    return root
  }
  for (let job = 0; job < after.length; job += 1)
    if (before[job] !== -1 && after[job] !== -1) parent[rootOf(before[job]!)] = rootOf(after[job]!)
  return parent.map((_, route) => rootOf(route))
}

/** The cost of each route with everything on it, in the terms of the search. */
function routeCosts(routes: Routes): Float64Array {
  const { pool, routeOf, visitMinutes } = routes
  const costs = Float64Array.from({ length: pool.routeCount }, (_, route) => {
    // The balance of a whole day is that of its minutes on an empty one.
    const minutes = visitMinutes[route]!
    const driving = routes.travelMinutes(route) + routes.overtime.cost(route)
    return driving + (pool.options.balanceMinutes * minutes ** 2) / 480 ** 2
  })
  for (let job = 0; job < pool.jobs.length; job += 1) {
    const route = routeOf[job]!
    if (route === -1) continue
    const { lateness, familiarity } = scoreOf(routes, job, route, 0, 0)
    costs[route]! += lateness + familiarity
  }
  return costs
}
