import type { Choices } from './choices'
import { scoreOf } from './cost'
import { msOf } from './minutes'
import type { Placement, RunnerUp } from './result'

/** The placed jobs as the rest of the service knows them, each with what spoke for it. */
export function* describePlacements(choices: Choices): Generator<void, Placement[]> {
  const { routes } = choices
  const { pool } = routes
  const placements: Placement[] = []
  for (let job = 0; job < pool.jobs.length; job += 1) {
    const route = routes.routeOf[job]!
    if (route === -1) continue
    const start = routes.startAt[job]!
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
  const score = scoreOf(routes, job, found, travel, routes.visitMinutes[found]!)
  return { workerId: pool.workers[pool.workerOf[found]!]!.id, score }
}
