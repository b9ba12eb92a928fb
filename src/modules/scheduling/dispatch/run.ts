import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { isoTime, minute } from '../../../lib/clock'
import { wakeSender, waysFor } from '../../messages'
import { recordActivity } from '../../office'
import type { Placement } from '../engine/world'
import { actionOf, moveOf, type Grounds } from './actions'
import { planBranch, type BranchPlan, type Pinned } from './branch-plan'
import { commitVisits, type Decision } from './commit'
import { basisOf, joinBases, type CrewMember } from './crew'
import { reconcileTodos, type Escalation } from './escalations'
import { readOffice } from './load'
import type { DispatchRun, FixedVisit, Remedy } from './model'
import type { OpenRow } from './open-jobs'
import { findRemedies } from './remedies'
import type { Move } from './replan'
import { Travel } from './travel'
import type { Verdict, Waiting } from './triage'

export interface DispatchRunOptions {
  /** Plans without changing anything. */
  dryRun?: boolean
  actor?: Actor
  /** Plans only this franchise. */
  franchiseId?: string | undefined
  /** Jobs that go exactly there, and jobs to leave out. Only for dry runs. */
  fixed?: readonly FixedVisit[]
  without?: readonly string[]
  /** Finds out what would make the other jobs fit. Only for dry runs. */
  remedies?: boolean
}

/** Assigns unscheduled jobs to the best-fitting workers, one franchise after another. */
export async function autoDispatch(deps: Deps, options: DispatchRunOptions = {}): Promise<DispatchRun> {
  const { dryRun = false, actor = 'dispatch', franchiseId, fixed = [], without = [] } = options
  const office = await readOffice(deps, franchiseId)
  const travel = new Travel(deps)
  const verdicts: Verdict[] = []
  const moves: Move[] = []
  const basis = basesOf(office.members)
  const remedies = new Map<string, Remedy[]>()
  const leftOut = new Set(without)
  const { pinned, rest } = pinJobs(office.waiting, fixed, leftOut)
  const movable = office.movable.filter(({ row }) => !leftOut.has(row.id))
  const branches = new Map([
    ...[...pinned.map(({ waiting }) => waiting), ...movable].map(
      ({ branch }) => [branch, [] as Waiting[]] as const,
    ),
    ...Map.groupBy(rest, ({ branch }) => branch),
  ])
  try {
    for (const [branch, waiting] of branches) {
      if (deps.background.stopping) break
      const planned = await planBranch(deps, travel, office, branch, waiting, {
        pinned,
        isExplained: options.remedies === true,
        movable: movable.filter((one) => one.branch === branch),
      })
      const done = dryRun ? planned : await commitPlanned(deps, planned, basis, actor)
      for (const verdict of done.verdicts) verdicts.push(verdict)
      for (const move of done.moves) moves.push(move)
      if (options.remedies) await findRemedies(branch, planned, remedies)
    }
  } finally {
    // Once at the end, because sending would slow down the planning.
    if (!dryRun) wakeSender(deps)
  }
  const grounds = {
    estimated: travel.fellBack,
    basis,
    // Only emails name the technician.
    notifies: (row: OpenRow, isNew: boolean) =>
      waysFor(deps.settings, 'scheduled', row).some(({ channel }) => isNew || channel === 'email'),
    workerName: (id: string) => office.members.find((member) => member.id === id)?.name ?? 'someone else',
    remediesFor: (jobId: string) => remedies.get(jobId) ?? [],
  }
  const answer = describeRun(verdicts, moves, grounds, office.now)
  // An interrupted run knows nothing about the jobs it didn't reach.
  if (dryRun || verdicts.length !== office.waiting.length) return answer
  await report(deps, verdicts, answer, { actor, franchiseId })
  return answer
}

/** Separates the jobs that the dispatcher has placed, and those to leave out, from the ones to plan. */
function pinJobs(waiting: Waiting[], fixed: readonly FixedVisit[], without: ReadonlySet<string>) {
  const visits = new Map(fixed.map((visit) => [visit.jobId, visit]))
  const pinned: Pinned[] = []
  const rest: Waiting[] = []
  for (const one of waiting) {
    const visit = visits.get(one.row.id)
    if (visit) pinned.push({ waiting: one, visit })
    else if (!without.has(one.row.id)) rest.push(one)
  }
  return { pinned, rest }
}

/** Plans everything that waits now, and makes to-dos of the jobs that need someone. Returns how many there are. */
export async function askAboutRest(
  deps: Deps,
  assigned: ReadonlySet<string>,
  franchiseId: string | undefined,
): Promise<number> {
  const office = await readOffice(deps, franchiseId)
  const travel = new Travel(deps)
  const asked: Escalation[] = []
  for (const [branch, waiting] of Map.groupBy(office.waiting, ({ branch }) => branch)) {
    if (deps.background.stopping) return 0
    const { verdicts } = await planBranch(deps, travel, office, branch, waiting)
    asked.push(...verdicts.flatMap(askedBy))
  }
  await reconcileTodos(deps, asked, assigned, franchiseId)
  return asked.length
}

/** The answer of a run that another run made unnecessary. */
export function nothingDispatched({ clock }: Pick<Deps, 'clock'>): DispatchRun {
  const none = { success: true as const, assigned: 0, escalated: 0, skipped: 0, moved: 0, todos: 0 }
  return { ...none, actions: [], moves: [], timestamp: isoTime(clock.now()) }
}

/** The state of each worker, or of two, when the run began, calculated on demand. */
function basesOf(members: CrewMember[]): Grounds['basis'] {
  const states = new Map(members.map(({ id, state }) => [id, state]))
  const basis = (id: string) => basisOf(states.get(id) ?? '')
  return ({ workerId, secondWorkerId }) =>
    joinBases(secondWorkerId === undefined ? [basis(workerId)] : [basis(workerId), basis(secondWorkerId)])
}

function describeRun(verdicts: Verdict[], moves: Move[], grounds: Grounds, now: number): DispatchRun {
  const count = (type: Verdict['type']) => verdicts.filter((verdict) => verdict.type === type).length
  return {
    success: true,
    assigned: count('assigned'),
    escalated: count('escalated'),
    skipped: count('skipped'),
    actions: verdicts.map((verdict) => actionOf(verdict, grounds)),
    moved: moves.length,
    moves: moves.map((move) => moveOf(move, grounds)),
    todos: verdicts.flatMap(askedBy).length,
    timestamp: isoTime(now),
  }
}

/** Schedules the planned visits, unless something has changed. Moves that came too late are left out. */
async function commitPlanned(
  deps: Deps,
  { verdicts, moves }: Pick<BranchPlan, 'verdicts' | 'moves'>,
  basis: Grounds['basis'],
  actor: Actor,
): Promise<Pick<BranchPlan, 'verdicts' | 'moves'>> {
  const assigned = verdicts.filter((verdict) => verdict.type === 'assigned')
  const decision = (placement: Placement, revision: number) => {
    const { jobId, workerId, secondWorkerId = null, start, end, busyUntil } = placement
    return {
      jobId,
      workerId,
      secondWorkerId,
      start,
      end,
      bufferMinutes: (busyUntil - end) / minute,
      revision,
      basis: basis(placement),
    }
  }
  const decisions: Decision[] = [
    ...assigned.map(({ waiting, placement }) => decision(placement, waiting.row.revision)),
    ...moves.map(({ visit, placement }) => ({
      ...decision(placement, visit.row.revision),
      from: visit.visit,
    })),
  ]
  const outdated = await commitVisits(deps, decisions, actor)
  const reasons = new Map<Verdict, string | null | undefined>(assigned.map((one, at) => [one, outdated[at]]))
  return {
    verdicts: verdicts.map((verdict) => {
      const detail = reasons.get(verdict) ?? null
      return detail === null ? verdict : asRaced(verdict, detail)
    }),
    moves: moves.filter((_, at) => outdated[assigned.length + at] === null),
  }
}

const asRaced = ({ waiting }: Verdict, detail: string): Verdict => ({
  type: 'skipped',
  waiting,
  reason: 'raced',
  detail,
})

/** Asks again about an undecided price if someone closed the to-do without deciding. */
function askedBy(verdict: Verdict): Escalation[] {
  if (verdict.type === 'escalated') return [verdict]
  const isAboutPrice = verdict.type === 'skipped' && verdict.reason === 'low_price'
  return isAboutPrice ? [{ ...verdict, reason: 'low_price' }] : []
}

async function report(
  deps: Deps,
  verdicts: Verdict[],
  answer: DispatchRun,
  { actor, franchiseId }: { actor: Actor; franchiseId: string | undefined },
): Promise<void> {
  const asked = verdicts.flatMap(askedBy)
  const assigned = verdicts.filter(({ type }) => type === 'assigned').map(({ waiting }) => waiting.row.id)
  const raised = await reconcileTodos(deps, asked, new Set(assigned), franchiseId)
  // A person's run is on record even if it found nothing to do.
  if (assigned.length + answer.moved === 0 && raised === 0 && typeof actor === 'string') return
  const { escalated, skipped, moved } = answer
  const counts = { assigned: answer.assigned, escalated, skipped, ...(moved > 0 && { moved }) }
  const summary = `Ran auto-dispatch: ${counts.assigned} assigned${movedText(moved)} · ${escalated} need your attention · ${skipped} waiting`
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'dispatch.run',
      actor,
      summary,
      metadata: counts,
    }),
  )
}

/** Nothing where no visit moved. */
export const movedText = (moved: number): string => (moved > 0 ? ` · ${moved} moved` : '')
