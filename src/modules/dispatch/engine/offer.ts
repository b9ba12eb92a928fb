import { Choices } from './choices'
import { listChoices } from './choice-list'
import type { PlanOptions } from './options'
import { planInSlices } from './plan'
import { replayPlan } from './replay'
import type { Placement } from './result'
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

/** The same beside a plan that is made already. */
export function* offerBeside(
  world: World,
  placements: readonly Placement[],
  job: OpenJob,
  windows: ArrivalWindow[],
  options?: Partial<PlanOptions>,
): Generator<void, Offer[]> {
  if (job.place === null || job.durationMinutes === null || !job.inServiceArea) return []
  const asked = windows.map((window) => ({ ...job, windows: [window] }))
  const routes = yield* replayPlan(world, job.franchiseId, placements, asked, options)
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
