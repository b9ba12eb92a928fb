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
 * around them. If that breaks a promise, it tries them the other way around, in the order of the bookings, and with those first that were promised.
 */
export function* planWithPairs(asked: Asked, plans: readonly PlanOthers[]): Generator<void, KeptWithPairs> {
  const { world, isPromised } = asked
  const [plan] = plans
  if (!plan) throw new Error('There is no way to plan the other visits')
  if (!world.jobs.some(({ isForTwo }) => isForTwo)) return { ...(yield* plan(asked)), pairs: [] }
  const broken = ({ unplaced }: Kept): number =>
    unplaced.filter(({ jobId, reason }) => reason === 'no_capacity' && isPromised(jobId)).length
  let best = yield* pairsFirst(asked, plan)
  const ways = [pairsLast, inTurn, promisedFirst]
  for (const attempt of ways.flatMap((way) => plans.map((one) => way(asked, one)))) {
    if (broken(best) === 0) break
    const next = yield* attempt
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

/** Places each visit for two as it was offered: beside the bookings before it. */
function* inTurn({ world, isPromised }: Asked, plan: PlanOthers): Generator<void, KeptWithPairs> {
  const pairs: Placement[] = []
  const unplaced: Kept['unplaced'] = []
  for (const [at, job] of world.jobs.entries()) {
    if (!job.isForTwo) continue
    const around = withPairs(world, pairs)
    const earlier = world.jobs.slice(0, at).filter(({ isForTwo }) => !isForTwo)
    const { placements } = yield* plan({ world: { ...around, jobs: earlier }, isPromised })
    const placed = yield* placePairs({ ...withPlan(around, placements), jobs: [job] })
    pairs.push(...placed.placements)
    unplaced.push(...placed.unplaced)
  }
  const others = yield* plan({ world: withPairs(world, pairs), isPromised })
  return { placements: others.placements, unplaced: [...others.unplaced, ...unplaced], pairs }
}

/** Visits for two that nobody was promised get the room that is left. */
function* promisedFirst({ world, isPromised }: Asked, plan: PlanOthers): Generator<void, KeptWithPairs> {
  const firm = { ...world, jobs: world.jobs.filter(({ id, isForTwo }) => !isForTwo || isPromised(id)) }
  const kept = yield* inTurn({ world: firm, isPromised }, plan)
  const around = withPlan(withPairs(world, kept.pairs), kept.placements)
  const rest = world.jobs.filter(({ id, isForTwo }) => isForTwo && !isPromised(id))
  const placed = yield* placePairs({ ...around, jobs: rest })
  return {
    placements: kept.placements,
    unplaced: [...kept.unplaced, ...placed.unplaced],
    pairs: [...kept.pairs, ...placed.placements],
  }
}

/** The world with the visits for two technicians, and with others that nothing moves. */
export function withPairs(world: World, pairs: readonly Placement[]): World {
  const ids = new Set(pairs.map(({ jobId }) => jobId))
  return {
    ...withPlan(world, pairs),
    jobs: world.jobs.filter(({ id, isForTwo }) => !isForTwo && !ids.has(id)),
  }
}
