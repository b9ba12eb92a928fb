import { chosenWindow, windowToTell } from '../../../lib/promised-time'
import type { OpenJob, Placement, World } from '../engine/world'
import type { Budget } from './effort'
import { planInOrder, type Link } from './in-order'
import { planWithPairs, withPairs } from './pairs'
import { offerDepth, planBeside, planKeeping } from './promises'
import { improveWithMoves, type CrewWorker, type Improved, type Movable } from './replan'
import type { Stopwatch } from './stopwatch'
import { placesOf, timesBetween, type ReportedTimes } from './travel-times'

/** Everything that the plan of a franchise depends on, as plain data that another thread can take. */
export interface Problem {
  now: number
  timeZone: string
  workers: CrewWorker[]
  /** In booking order. */
  jobs: OpenJob[]
  /** The jobs among these that come after others of them. */
  links: Link[]
  movable: Movable[]
  /** Jobs whose customers chose an offered window, and those that hold no place. */
  promised: string[]
  standby: string[]
  /** The times that customers asked for, which decide whether they are told a window or the minute. */
  wishes: { jobId: string; preferredDate: string | null; preferredTime: string | null }[]
  /** Whether customers who chose no window are told one. */
  tellsWindows: boolean
  reported: ReportedTimes | null
  budget: Budget
  /** Rests most of the time, because nobody waits for it. */
  isPatient: boolean
}

/** The rest between two slices of a patient plan. */
export const restMs = 30

export interface Solution extends Improved {
  /** The visits for two technicians and those in an order, which nothing moves; `placements` has the others. */
  fixed: Placement[]
}

/** The part of the time for new jobs where scheduled visits may move too. */
const shareOfNewJobs = 0.6

/** Plans the jobs of a franchise, and then lets scheduled visits move. The same here as in any other thread. */
export function* solve(problem: Problem, watch: Stopwatch): Generator<void, Solution> {
  const { movable, budget } = problem
  const { roundsPerJob, replan, cpuMs } = budget
  const world = worldOf(problem)
  const promised = new Set(problem.promised)
  const standby = new Set(problem.standby)
  const spent = watch.shareOf(movable.length === 0 ? cpuMs : cpuMs * shareOfNewJobs)
  const asked = { world, isPromised: (id: string) => promised.has(id) }
  const still = yield* planInOrder(asked, problem.links, (part) =>
    planWithPairs(part, [
      (others) => planBeside(others, (id) => standby.has(id), { roundsPerJob, spent }),
      (others) => planKeeping(others, offerDepth, { spent }),
    ]),
  )
  const fixed = [...still.pairs, ...still.chained]
  const inOrder = new Set(problem.links.flatMap(({ jobId, afterId }) => [jobId, afterId]))
  const around = withPairs(world, fixed)
  const improved = yield* improveWithMoves(
    { ...around, jobs: around.jobs.filter(({ id }) => !inOrder.has(id)) },
    still,
    movable,
    isWindowIn(problem),
    { ...replan, spent: watch.shareOf(cpuMs) },
  )
  return { ...improved, fixed }
}

/** The engine's view of a problem. */
export function worldOf({ now, workers, jobs, movable, reported }: Problem): World {
  const places = placesOf(workers, [...jobs, ...movable.map(({ job }) => job)])
  return { now, workers, jobs, travel: timesBetween(places, reported) }
}

function isWindowIn({ wishes, timeZone, tellsWindows }: Problem): (placement: Placement) => boolean {
  const wishOf = new Map(wishes.map((wish) => [wish.jobId, wish]))
  return ({ jobId, start }) => {
    const wish = wishOf.get(jobId)
    if (wish === undefined) return false
    return (
      chosenWindow(wish, start, timeZone) !== null ||
      (tellsWindows && windowToTell(wish, start, timeZone, true) !== null)
    )
  }
}
