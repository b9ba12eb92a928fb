import { byId, isActive } from './groups'
import { minuteAtOrBefore } from './minutes'
import { defaultOptions, type PlanOptions } from './options'
import { buildPool } from './pool'
import type { Placement } from './result'
import { Routes } from './routes'
import type { OpenJob, World } from './world'

/**
 * The routes of a franchise as a plan has them, its visits free to be moved along, in a pool that holds
 * `asked` before the planned jobs: they have the first numbers and are on no route.
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
  const all = { ...defaultOptions, ...options, nearestWorkers: workers.length }
  const routes = new Routes(
    yield* buildPool(world.now, workers, [...asked, ...planned.toSorted(byId)], world.travel, all),
  )
  insertPlanned(routes, placements, asked.length)
  return routes
}

function insertPlanned(routes: Routes, placements: readonly Placement[], first: number): void {
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
