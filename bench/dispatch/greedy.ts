import { franchiseGroups, skillTest } from '../../src/modules/scheduling/engine/groups'
import { Insertion } from '../../src/modules/scheduling/engine/insertion'
import { buildPool } from '../../src/modules/scheduling/engine/pool'
import { Routes } from '../../src/modules/scheduling/engine/routes'
import { runAtOnce } from '../../src/modules/scheduling/engine/slices'
import { msOf } from '../../src/modules/scheduling/engine/time'
import {
  defaultOptions,
  type PlanOptions,
  type Interval,
  type World,
} from '../../src/modules/scheduling/engine/world'

/** `end`: the worker continues from their last visit of the day. `gap`: a visit may go between two others. */
export type GreedyManner = 'end' | 'gap'

export interface GreedyVisit extends Interval {
  jobId: string
  workerId: string
  day: number
  busyUntil: number
}

export interface GreedyPlan {
  visits: GreedyVisit[]
  addedTravel: number
}

/**
 * The approach of most dispatch programs: the most urgent job first, to the nearest worker who can take it by
 * all hard rules. Nothing is ever moved again.
 */
export function greedyPlan(
  world: World,
  manner: GreedyManner,
  options: PlanOptions = defaultOptions,
): GreedyPlan {
  const whole: GreedyPlan = { visits: [], addedTravel: 0 }
  for (const { workers, jobs } of franchiseGroups(world)) {
    const urgentFirst = jobs.toSorted((a, b) => b.priority - a.priority || a.waitingSince - b.waitingSince)
    const routes = new Routes(runAtOnce(buildPool(world.now, workers, urgentFirst, world.travel, options)))
    const before = routes.allTravelMinutes()
    placeAll(routes, manner)
    whole.addedTravel += routes.allTravelMinutes() - before
    whole.visits.push(...visitsOf(routes))
  }
  return whole
}

function placeAll(routes: Routes, manner: GreedyManner): void {
  const { pool } = routes
  const able = skillTest(pool.jobs, pool.workers)
  const insertion = new Insertion(routes)
  for (let job = 0; job < pool.jobs.length; job += 1) {
    const found = { minutes: Infinity, route: -1, after: -1 }
    for (let route = 0; route < pool.routeCount; route += 1) {
      if (able(job, pool.workerOf[route]!) && insertion.hasRoom(job, route)) lookAt(route, job, found)
    }
    if (found.route !== -1) routes.insert(job, found.after, found.route)
  }

  function lookAt(
    route: number,
    job: number,
    found: { minutes: number; route: number; after: number },
  ): void {
    const end = pool.firstEnd + route
    const first = manner === 'end' ? routes.previous[end]! : pool.firstBegin + route
    for (let before = first; before !== end; before = routes.next[before]!) {
      const there = pool.travel.minutes(pool.placeOf[before]!, pool.placeOf[job]!)
      const onward = pool.travel.minutes(pool.placeOf[job]!, pool.placeOf[routes.next[before]!]!)
      if (there >= found.minutes || !insertion.fitsBehind(before, job, route, there, onward)) continue
      Object.assign(found, { minutes: there, route, after: before })
    }
  }
}

function visitsOf({ pool, routeOf, startAt }: Routes): GreedyVisit[] {
  return pool.jobs.flatMap(({ id }, job) => {
    const route = routeOf[job]!
    if (route === -1) return []
    const start = startAt[job]!
    return {
      jobId: id,
      workerId: pool.workers[pool.workerOf[route]!]!.id,
      day: pool.dayOf[route]!,
      start: msOf(start),
      end: msOf(start + pool.duration[job]!),
      busyUntil: msOf(start + pool.busy[job]!),
    }
  })
}
