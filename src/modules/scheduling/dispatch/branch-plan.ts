import type { Deps } from '../../../deps'
import { isOfferedWindow } from '../../../lib/arrival-windows'
import { minute } from '../../../lib/clock'
import { promisedWindow } from '../../../lib/promised-time'
import { addToPlan } from '../engine/offer'
import { planInSlices } from '../engine/plan'
import { runInSlices } from '../engine/slices'
import type { Placement, Plan, PlanOptions, World } from '../engine/world'
import type { Branch } from './branches'
import type { CrewWorker } from './crew'
import { holdsSince, standbyOf, UnconfirmedShare } from './holds'
import { branchWorld, readBranchCrew, type Office } from './load'
import type { FixedVisit } from './model'
import type { MovableVisit } from './movable'
import { asMoved, improveWithMoves, type Move } from './replan'
import type { Travel } from './travel'
import { reserved, setAside, leave, type Waiting, type Verdict } from './triage'

/** Visits that the dispatcher has placed in a plan, with the jobs they are for. */
export interface Pinned {
  waiting: Waiting
  visit: FixedVisit
}

interface BranchOptions {
  pinned?: readonly Pinned[]
  /** Whether the basis is needed even if there is nothing to plan. */
  isExplained?: boolean
  /** Scheduled visits that may move. */
  movable?: readonly MovableVisit[]
}

/** The plan of a franchise. */
export interface BranchPlan {
  /** One for every waiting job. */
  verdicts: Verdict[]
  moves: Move[]
  /** The world that was planned and its plan; null if there was nothing to plan. */
  basis: { world: World; placements: Placement[] } | null
}

/** Decides about every waiting job of a franchise, around the visits that are placed already. Writes nothing. */
export async function planBranch(
  deps: Deps,
  travel: Travel,
  office: Office,
  branch: Branch,
  waiting: Waiting[],
  { pinned = [], isExplained = false, movable = [] }: BranchOptions = {},
): Promise<BranchPlan> {
  const crewSize = office.members.filter(({ franchiseId }) => franchiseId === branch.id).length
  const facts = { now: office.now, crewSize }
  const [planned, aside] = partition(waiting)
  const verdicts: Verdict[] = aside.map(({ one, reason }) => leave(one, reason, facts))
  const mine = pinned.filter((one) => one.waiting.branch === branch)
  for (const { waiting: one, visit } of mine)
    verdicts.push({ type: 'assigned', waiting: one, placement: placementOf(one, visit), isChosen: true })
  const isIdle = planned.length === 0 && movable.length === 0
  if (isIdle && !(isExplained && waiting.length > 0)) return { verdicts, moves: [], basis: null }
  const plannedIds = new Set(planned.map(({ row }) => row.id))
  const workers = (await readBranchCrew(deps, branch, office)).map((worker) => ({
    ...worker,
    visits: [...worker.visits, ...pinnedTo(worker.id, pinned)],
  }))
  const share = new UnconfirmedShare(branch.wishes, deps.settings.publicAccess.holdPercent, [
    { days: branch.days, workers },
  ])
  const standby = standbyOf(waiting, share, holdsSince(deps, office.now))
  // A booking that holds no place and can't be planned now reserves nothing.
  const counted = inPlan(waiting).filter(({ row }) => !standby.has(row.id) || plannedIds.has(row.id))
  const asked = movable.map(({ job }) => job)
  const world = await branchWorld(travel, { id: branch.id, now: office.now, workers }, counted, asked)
  if (isIdle) return { verdicts, moves: [], basis: { world, placements: [] } }
  const promised = promisedIn(counted.filter(({ row }) => !standby.has(row.id)))
  const still = await runInSlices(
    planBeside({ world, isPromised: (id) => promised.has(id) }, (id) => standby.has(id)),
  )
  const plan = await improveWithMoves(world, still, movable, ({ jobId, start }) => {
    const row = waiting.find((one) => one.row.id === jobId)?.row
    return row !== undefined && promisedWindow(row, start, branch.calendar.timeZone) !== null
  })
  const byId = new Map(planned.map((one) => [one.row.id, one]))
  for (const placement of plan.placements) {
    const one = byId.get(placement.jobId)
    if (one) verdicts.push({ type: 'assigned', waiting: one, placement })
  }
  for (const { jobId, reason } of plan.unplaced) {
    const one = byId.get(jobId)
    if (one) verdicts.push(leave(one, reason, facts))
  }
  return {
    verdicts,
    moves: plan.moves,
    basis: { world: asMoved(world, plan.moves), placements: plan.placements },
  }
}

const nothing = { travel: 0, lateness: 0, balance: 0, familiarity: 0, total: 0 }

function placementOf({ row, job }: Waiting, { worker, start, end }: FixedVisit): Placement {
  const busyUntil = end + job.bufferMinutes * minute
  return { jobId: row.id, workerId: worker, start, end, busyUntil, day: 0, score: nothing, runnerUp: null }
}

const pinnedTo = (workerId: string, pinned: readonly Pinned[]): CrewWorker['visits'] =>
  pinned
    .filter(({ visit }) => visit.worker === workerId)
    .map(({ waiting, visit }) => ({ ...placementOf(waiting, visit), place: waiting.job.place }))

/** The jobs that take part in a plan, in booking order: plannable now, or reserving a place for later. */
export function inPlan(waiting: readonly Waiting[]): Waiting[] {
  return waiting.flatMap((one) => (setAside(one) === null ? one : (reserved(one) ?? [])))
}

/** The ids of jobs whose customers chose an offered arrival window. */
export const promisedIn = (waiting: readonly Waiting[]): Set<string> =>
  new Set(waiting.flatMap(({ row }) => (isOfferedWindow(row) ? [row.id] : [])))

type Aside = { one: Waiting; reason: NonNullable<ReturnType<typeof setAside>> }

function partition(waiting: Waiting[]): [planned: Waiting[], aside: Aside[]] {
  const planned: Waiting[] = []
  const aside: Aside[] = []
  for (const one of waiting) {
    const reason = setAside(one)
    if (reason === null) planned.push(one)
    else aside.push({ one, reason })
  }
  return [planned, aside]
}

/** One franchise, its jobs in booking order, and which of them were promised a window. */
export interface Promises {
  world: World
  isPromised(jobId: string): boolean
}

export type Kept = Pick<Plan, 'placements' | 'unplaced'>

/** Offers use a plan of this depth. Dispatch searches one level deeper, so it always finds that plan too. */
export const offerDepth = 1
export const dispatchDepth = 2

/** Offers are requested all day, so the long search for less driving is left to dispatch, and overtime too. */
const searchAt = (depth: number): Partial<PlanOptions> =>
  depth < dispatchDepth ? { roundsPerJob: 0, usesOvertime: false } : {}

/** How many promised jobs to try, latest first, when a plan has broken a promise. */
const mostTriesAt = (depth: number): number => (depth < dispatchDepth ? 1 : 3)

/**
 * Makes a plan that keeps every offered window. A search over whole plans may drop a job that would have fit,
 * which must not happen if the customer chose that window. Then the plan is rebuilt in the order things
 * happened: the jobs before the booking, the booking as offered, then the rest.
 */
export function* planKeeping(promises: Promises, depth: number): Generator<void, Kept> {
  const first: Kept = yield* planInSlices(promises.world, searchAt(depth))
  const broken = brokenBy(promises, first)
  if (depth === 0 || broken.length === 0) return first
  let best = first
  let fewest = broken.length
  for (const attempt of attempts(promises, new Set(broken), depth)) {
    const placements = yield* attempt()
    const replanned = { placements, unplaced: restOf(promises.world, placements, first) }
    const left = brokenBy(promises, replanned).length
    if (left < fewest) [best, fewest] = [replanned, left]
    if (left === 0) break
  }
  return best
}

/**
 * Plans everything, unless bookings that hold no place would cost another job its visit. Then the others are
 * planned without them, and they get the room that is left.
 */
export function* planBeside(
  promises: Promises,
  isStandby: (jobId: string) => boolean,
): Generator<void, Kept> {
  const { world, isPromised } = promises
  const firm = world.jobs.filter(({ id }) => !isStandby(id))
  const all: Kept = yield* planKeeping(promises, dispatchDepth)
  const costs = all.unplaced.some(({ jobId, reason }) => reason === 'no_capacity' && !isStandby(jobId))
  if (firm.length === world.jobs.length || !costs) return all
  const first: Kept = yield* planKeeping({ world: { ...world, jobs: firm }, isPromised }, dispatchDepth)
  const rest = world.jobs.filter(({ id }) => isStandby(id))
  const placements = yield* addToPlan(world, first.placements, rest)
  return { placements, unplaced: restOf(world, placements, all) }
}

/** Ordered by how much of the plan they keep; the last one puts promises before everything else. */
function attempts(promises: Promises, broken: Set<string>, depth: number): (() => Replanning)[] {
  const points = turningPoints(promises, broken).slice(0, mostTriesAt(depth))
  return [...points.map((at) => () => replan(promises, at, depth)), () => promisedFirst(promises, depth)]
}

type Replanning = Generator<void, Placement[]>

function brokenBy({ isPromised }: Promises, { unplaced }: Kept): string[] {
  return unplaced.flatMap(({ jobId, reason }) =>
    reason === 'no_capacity' && isPromised(jobId) ? [jobId] : [],
  )
}

/** The last promise, because the plan before it kept all others, and the latest of those now broken. */
function turningPoints({ world, isPromised }: Promises, broken: Set<string>): number[] {
  const { jobs } = world
  const last = jobs.findLastIndex(({ id }) => isPromised(id))
  const points = jobs.flatMap(({ id }, at) => (at === last || broken.has(id) ? [at] : []))
  return points.toReversed()
}

/** Plans the earlier bookings as they were planned then, and adds the rest one by one where they fit. */
function* replan({ world, isPromised }: Promises, at: number, depth: number): Replanning {
  const earlier = { ...world, jobs: world.jobs.slice(0, at) }
  const { placements } = yield* planKeeping({ world: earlier, isPromised }, depth - 1)
  return yield* addToPlan(world, placements, world.jobs.slice(at))
}

function* promisedFirst({ world, isPromised }: Promises, depth: number): Replanning {
  const promised = world.jobs.filter(({ id }) => isPromised(id))
  const others = world.jobs.filter(({ id }) => !isPromised(id))
  const { placements } = yield* planInSlices({ ...world, jobs: promised }, searchAt(depth))
  return yield* addToPlan(world, placements, others)
}

function restOf({ jobs }: World, placements: Placement[], { unplaced }: Kept): Kept['unplaced'] {
  const placed = new Set(placements.map(({ jobId }) => jobId))
  const reasons = new Map(unplaced.map(({ jobId, reason }) => [jobId, reason]))
  return jobs
    .filter(({ id }) => !placed.has(id))
    .map(({ id }) => ({ jobId: id, reason: reasons.get(id) ?? ('no_capacity' as const) }))
}
