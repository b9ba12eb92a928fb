import type { Choices } from './choices'
import { costBesideTravel } from './cost'
import { skillTest } from './skills'

/** Tries every worker for the jobs that found no place among the nearest. */
export function* placeAnywhere(choices: Choices): Generator<void, void> {
  const { routes, insertion } = choices
  const { pool } = routes
  if (pool.workers.length <= pool.options.nearestWorkers) return
  const able = skillTest(pool.jobs, pool.workers)
  for (let job = 0; job < pool.jobs.length; job += 1) {
    if (routes.routeOf[job] !== -1) continue
    const route = cheapestRoute(job)
    // Asked again, so that the place found is that of this route.
    if (route !== -1 && insertion.cheapest(job, route) !== Infinity)
      routes.insert(job, insertion.after, route)
    yield
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
