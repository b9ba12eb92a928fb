import { Choices } from './choices'
import { listChoices } from './choice-list'
import { Construction } from './construction'
import { byId, franchiseGroups } from './groups'
import { defaultOptions, type PlanOptions } from './options'
import { buildPool } from './pool'
import { Routes } from './routes'
import { runAtOnce } from './slices'
import type { ArrivalWindow, OpenJob, World } from './world'

export interface Offer {
  window: ArrivalWindow
  /** How many workers could come in it. */
  workers: number
  /** What the cheapest of them would cost, to compare windows by. */
  total: number
}

/**
 * The windows in which somebody can come to a job that is not booked yet. The jobs of the world that still
 * wait for a place are given theirs first, so that nobody is offered what somebody else was promised.
 */
export function offerWindows(
  world: World,
  job: OpenJob,
  windows: ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Offer[] {
  if (job.place === null || job.durationMinutes === null || !job.inServiceArea) return []
  const waiting = world.jobs.filter(({ franchiseId }) => franchiseId === job.franchiseId)
  const asked = windows.map((window, at) => ({ ...job, id: `${at}`, windows: [window] }))
  const jobs = franchiseGroups({ ...world, jobs: waiting }).flatMap((group) => group.jobs)
  const workers = world.workers
    .filter(({ active, franchiseId }) => active && franchiseId === job.franchiseId)
    .toSorted(byId)
  const pool = buildPool(world.now, workers, [...jobs, ...asked], world.travel, {
    ...defaultOptions,
    ...options,
    nearestWorkers: workers.length,
  })
  const choices = placeWaiting(new Routes(runAtOnce(pool)), jobs.length)
  return windows.flatMap((window, at) => offerFor(choices, jobs.length + at, window))
}

function placeWaiting(routes: Routes, count: number): Choices {
  const choices = new Choices(routes, runAtOnce(listChoices(routes)))
  const construction = new Construction(choices, count)
  while (construction.step());
  return choices
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
