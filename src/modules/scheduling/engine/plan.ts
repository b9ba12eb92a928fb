import { Annealing } from './annealing'
import { Choices, listChoices } from './choices'
import { Construction } from './construction'
import { franchiseGroups, skillTest } from './groups'
import { costBesideTravel, scoreOf } from './insertion'
import { Neighbors } from './nearest'
import { Polish } from './polish'
import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import { msOf } from './time'
import { settleLunch } from './timing'
import {
  defaultOptions,
  type PlanOptions,
  type Plan,
  type World,
  type Placement,
  type RunnerUp,
} from './world'

/** The same world and options always give the same plan, whatever the order of the lists. */
export function plan(world: World, options?: Partial<PlanOptions>): Plan {
  return runAtOnce(planInSlices(world, options))
}

const manyWorkers = 100

/** Where this many technicians share an area, fewer of them are near enough, and the time is better spent on rounds. */
function optionsFor(workers: number, options: PlanOptions): PlanOptions {
  if (workers <= manyWorkers) return options
  return {
    ...options,
    nearestWorkers: Math.ceil((options.nearestWorkers * 2) / 3),
    roundsPerJob: (options.roundsPerJob * 4) / 3,
  }
}

/** Plans in steps of a few milliseconds, so the caller can do other work in between. */
export function* planInSlices(world: World, options?: Partial<PlanOptions>): Generator<void, Plan> {
  const whole: Plan = { placements: [], unplaced: [], addedTravel: 0 }
  for (const group of franchiseGroups(world)) {
    yield
    for (const job of group.unplaced) whole.unplaced.push(job)
    const routes = new Routes(
      yield* buildPool(
        world.now,
        group.workers,
        group.jobs,
        world.travel,
        optionsFor(group.workers.length, { ...defaultOptions, ...options }),
      ),
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
  const neighbors = new Neighbors(routes.pool)
  yield* inSteps(new Polish(choices, neighbors))
  if (routes.pool.options.roundsPerJob > 0) {
    yield* inSteps(new Annealing(choices, neighbors))
    yield* inSteps(new Polish(choices, neighbors))
  }
  yield* placeAnywhere(choices)
  settleLunch(routes)
  const placements = yield* describePlacements(choices)
  const unplaced = routes.pool.jobs
    .filter((_, job) => routes.routeOf[job] === -1)
    .map(({ id }) => ({ jobId: id, reason: 'no_capacity' as const }))
  return { placements, unplaced, addedTravel: routes.allTravelMinutes() - before }
}

function* inSteps(search: { step(): boolean }): Generator<void, void> {
  while (search.step()) yield
}

/** Tries every worker for jobs that found no place with the nearest ones. */
export function* placeAnywhere(choices: Choices): Generator<void, void> {
  const place = placingAnywhere(choices)
  const { pool, routeOf } = choices.routes
  for (let job = 0; job < pool.jobs.length; job += 1) {
    if (routeOf[job] !== -1) continue
    place(job)
    yield
  }
}

/** The same for one job at a time. Does nothing where the nearest workers are all workers. */
export function placingAnywhere({ routes, insertion }: Choices): (job: number) => void {
  const { pool } = routes
  if (pool.workers.length <= pool.options.nearestWorkers) return () => {}
  const able = skillTest(pool.jobs, pool.workers)
  return (job) => {
    const route = cheapestRoute(job)
    // Calculated again, so `insertion` holds the position on this route.
    if (route !== -1 && insertion.cheapest(job, route) !== Infinity)
      routes.insert(job, insertion.after, route)
  }

  function cheapestRoute(job: number): number {
    let least = Infinity
    let found = -1
    for (let route = 0; route < pool.routeCount; route += 1) {
      if (!able(job, pool.workerOf[route]!)) continue
      const cost = insertion.cheapest(job, route) + costBesideTravel(routes, job, route)
      if (cost >= least) continue
      least = cost
      found = route
    }
    return found
  }
}

/** The placed jobs with their ids and scores. */
export function* describePlacements(choices: Choices): Generator<void, Placement[]> {
  const { routes } = choices
  const { pool } = routes
  const placements: Placement[] = []
  // Scoring a job takes it out and puts it back, which starts the visits behind it early again.
  const startAt = routes.startAt.slice()
  for (let job = 0; job < pool.jobs.length; job += 1) {
    const route = routes.routeOf[job]!
    if (route === -1) continue
    const start = startAt[job]!
    placements.push({
      jobId: pool.jobs[job]!.id,
      workerId: pool.workers[pool.workerOf[route]!]!.id,
      day: pool.dayOf[route]!,
      start: msOf(start),
      end: msOf(start + pool.duration[job]!),
      busyUntil: msOf(start + pool.busy[job]!),
      score: scoreOf(
        routes,
        job,
        route,
        routes.detour(job),
        routes.visitMinutes[route]! - pool.duration[job]!,
        routes.overtimeOf(job),
      ),
      runnerUp: findRunnerUp(choices, job, pool.workerOf[route]!),
    })
    yield
  }
  return placements
}

function findRunnerUp(choices: Choices, job: number, winner: number): RunnerUp | null {
  const { routes, insertion } = choices
  const { pool } = routes
  let total = Infinity
  let found = -1
  for (let choice = choices.first[job]!; choice < choices.first[job + 1]!; choice += 1) {
    const route = choices.route[choice]!
    if (pool.workerOf[route] === winner) continue
    const cost = choices.cost(choice)
    if (cost >= total) continue
    total = cost
    found = route
  }
  if (found === -1) return null
  const travel = insertion.cheapest(job, found)
  const { overtime } = insertion
  const score = scoreOf(routes, job, found, travel - overtime, routes.visitMinutes[found]!, overtime)
  return { workerId: pool.workers[pool.workerOf[found]!]!.id, score }
}
