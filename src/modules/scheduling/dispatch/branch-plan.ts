import type { Deps } from '../../../deps'
import { isOfferedWindow } from '../../../lib/arrival-windows'
import { minute } from '../../../lib/clock'
import type { Placement, World } from '../engine/world'
import type { Budget } from '../planner/effort'
import { withPairs } from '../planner/pairs'
import { Planner } from '../planner/planner'
import { worldOf, type Problem } from '../planner/problem'
import type { CrewWorker, PlannedMove } from '../planner/replan'
import { placesOf } from '../planner/travel-times'
import type { Branch } from '../world/branches'
import { keepsItsWindow, linksAmong, separateBlocked, withTimes } from '../world/chains'
import { holdsSince, standbyOf, UnconfirmedShare } from '../world/holds'
import { readBranchCrew, type Office } from '../world/load'
import type { MovableVisit } from '../world/movable'
import type { Travel } from '../world/travel'
import { reserved, setAside, leave, waitingJob, type Waiting, type Verdict } from '../world/triage'
import type { FixedVisit } from './model'

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
  budget: Budget
  /** Whether it may take its time, at low priority. */
  isPatient?: boolean
}

/** A scheduled visit that goes to another time or technician. */
export interface Move extends PlannedMove {
  visit: MovableVisit
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
  all: Waiting[],
  { pinned = [], isExplained = false, movable = [], budget, isPatient = false }: BranchOptions,
): Promise<BranchPlan> {
  const crewSize = office.members.filter(({ franchiseId }) => franchiseId === branch.id).length
  const facts = { now: office.now, crewSize }
  const waiting = beside(
    all,
    pinned.map(({ visit }) => visit),
  )
  const [plannable, aside] = partition(waiting)
  const { ready: planned, blocked } = separateBlocked(plannable)
  const isBlocked = new Set(blocked)
  const verdicts: Verdict[] = [
    ...aside.map(({ one, reason }) => leave(one, reason, facts)),
    ...blocked.map((one) => leave(one, 'waits_for_job', facts)),
  ]
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
  const held = office.held.filter((one) => one.branch === branch)
  const arrived = [...waiting, ...held].toSorted((a, b) => a.row.seq - b.row.seq)
  const standby = standbyOf(arrived, share, holdsSince(deps, office.now))
  // A booking that holds no place and can't be planned now reserves nothing.
  const counted = inPlan(arrived)
    .filter(({ row }) => !standby.has(row.id) || plannedIds.has(row.id))
    .filter((one) => !isBlocked.has(one) || keepsItsWindow(one))
  const jobs = counted.map(({ job }) => job)
  const places = placesOf(workers, [...jobs, ...movable.map(({ job }) => job)])
  const problem: Problem = {
    now: office.now,
    timeZone: branch.calendar.timeZone,
    workers,
    jobs,
    links: linksAmong(planned),
    movable: movable.map(({ visit, job }) => ({ visit, job })),
    promised: [...promisedIn(counted.filter(({ row }) => !standby.has(row.id)))],
    standby: [...standby],
    wishes: counted.map(({ row: { id, preferredDate, preferredTime } }) => ({
      jobId: id,
      preferredDate,
      preferredTime,
    })),
    tellsWindows: branch.visitMoves.moves !== 'never',
    reported: await travel.reported(branch.id ?? '', places),
    budget,
    isPatient,
  }
  const world = worldOf(problem)
  if (isIdle) return { verdicts, moves: [], basis: { world, placements: [] } }
  const plan = await deps.state.of(Planner).solve(deps, problem)
  const byId = new Map(beside(planned, plan.fixed).map((one) => [one.row.id, one]))
  for (const placement of [...plan.fixed, ...plan.placements]) {
    const one = byId.get(placement.jobId)
    if (one) verdicts.push({ type: 'assigned', waiting: one, placement })
  }
  for (const { jobId, reason } of plan.unplaced) {
    const one = byId.get(jobId)
    if (one) verdicts.push(leave(one, reason, facts))
  }
  const visitOf = new Map(movable.map((one) => [one.row.id, one]))
  const moves = plan.moves.flatMap((move) => {
    const visit = visitOf.get(move.placement.jobId)
    return visit ? [{ ...move, visit }] : []
  })
  const around = withPairs(world, plan.fixed)
  return { verdicts, moves, basis: { world: asMoved(around, moves), placements: plan.placements } }
}

/** The jobs beside visits of this plan that come before or after them. */
function beside(
  waiting: readonly Waiting[],
  visits: readonly { jobId: string; start: number; end: number }[],
): Waiting[] {
  const times = new Map(visits.map((visit) => [visit.jobId, visit]))
  return waiting.map((one) => {
    const { row, branch, service } = one
    const isConcerned = [row.after, ...(row.followers ?? [])].some((other) => other && times.has(other.jobId))
    return isConcerned ? waitingJob(withTimes(row, times), branch, service) : one
  })
}

/** The world after the moves. */
function asMoved(world: World, moves: readonly Move[]): World {
  const ids = new Set(moves.map(({ visit }) => visit.row.id))
  const workers = (world.workers as CrewWorker[]).map((worker) => ({
    ...worker,
    visits: [
      ...worker.visits.filter(({ jobId }) => !ids.has(jobId)),
      ...moves
        .filter(({ placement }) => placement.workerId === worker.id)
        .map(({ visit, placement }) => ({ ...placement, place: visit.job.place })),
    ],
  }))
  return { ...world, workers }
}

const nothing = { travel: 0, lateness: 0, balance: 0, familiarity: 0, total: 0 }

function placementOf({ row, job }: Waiting, { worker, second, start, end }: FixedVisit): Placement {
  const busyUntil = end + job.bufferMinutes * minute
  const technicians = { workerId: worker, ...(second === null ? {} : { secondWorkerId: second }) }
  return { jobId: row.id, ...technicians, start, end, busyUntil, day: 0, score: nothing, runnerUp: null }
}

const pinnedTo = (workerId: string, pinned: readonly Pinned[]): CrewWorker['visits'] =>
  pinned
    .filter(({ visit }) => visit.worker === workerId || visit.second === workerId)
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
