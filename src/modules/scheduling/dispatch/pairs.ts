import { placePairs, withPlan } from '../engine/pairs'
import type { Placement, Plan, World } from '../engine/world'

/** One franchise, and which of its jobs were promised a window. */
interface Asked {
  world: World
  isPromised(jobId: string): boolean
}

type Kept = Pick<Plan, 'placements' | 'unplaced'>

interface KeptWithPairs extends Kept {
  /** The visits for two technicians; `placements` has the others. */
  pairs: Placement[]
}

type PlanOthers = (asked: Asked) => Generator<void, Kept>

/**
 * Places the visits for two technicians first, because two free days are harder to find than one, and plans the others
 * around them. If that breaks a promise, it tries them the other way around, with each of the plans for the others.
 */
export function* planWithPairs(asked: Asked, plans: readonly PlanOthers[]): Generator<void, KeptWithPairs> {
  const { world, isPromised } = asked
  const [plan] = plans
  if (!plan) throw new Error('There is no way to plan the other visits')
  if (!world.jobs.some(({ isForTwo }) => isForTwo)) return { ...(yield* plan(asked)), pairs: [] }
  const broken = ({ unplaced }: Kept): number =>
    unplaced.filter(({ jobId, reason }) => reason === 'no_capacity' && isPromised(jobId)).length
  let best = yield* pairsFirst(asked, plan)
  for (const other of plans) {
    if (broken(best) === 0) break
    const next = yield* pairsLast(asked, other)
    if (broken(next) < broken(best)) best = next
  }
  return best
}

function* pairsFirst({ world, isPromised }: Asked, plan: PlanOthers): Generator<void, KeptWithPairs> {
  const paired = yield* placePairs(world)
  const { placements, unplaced } = yield* plan({ world: paired.world, isPromised })
  return {
    placements,
    unplaced: [...unplaced, ...paired.unplaced],
    pairs: paired.placements,
  }
}

function* pairsLast({ world, isPromised }: Asked, plan: PlanOthers): Generator<void, KeptWithPairs> {
  const jobs = world.jobs.filter(({ isForTwo }) => !isForTwo)
  const { placements, unplaced } = yield* plan({ world: { ...world, jobs }, isPromised })
  const paired = yield* placePairs(withPlan(world, placements))
  return {
    placements,
    unplaced: [...unplaced, ...paired.unplaced],
    pairs: paired.placements,
  }
}

/** The world with the visits for two technicians, in which nothing moves them. */
export const withPairs = (world: World, pairs: readonly Placement[]): World => ({
  ...withPlan(world, pairs),
  jobs: world.jobs.filter(({ isForTwo }) => !isForTwo),
})
