import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { isoTime, minute } from '../../../lib/clock'
import { Busy } from '../../../lib/errors'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import type { Effort, Placement } from '../engine/world'
import { budgetFor } from '../planner/effort'
import { Planner } from '../planner/planner'
import { Interrupted } from '../planner/thread'
import type { Branch } from '../world/branches'
import { readOffice, type Office } from '../world/load'
import { Travel } from '../world/travel'
import type { Verdict, Waiting } from '../world/triage'
import type { Grounds } from './actions'
import { askedBy, basesOf, describeRun, groundsOf } from './answer'
import { inPlan, planBranch, type BranchPlan, type Move, type Pinned } from './branch-plan'
import { commitVisits, type Decision } from './commit'
import { reconcileTodos, type Escalation } from './escalations'
import type { DispatchRun, FixedVisit, Remedy } from './model'
import { leaveOpenDays } from './open-days'
import { findRemedies } from './remedies'
import { sideBySide } from './side-by-side'

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
  /** How long to search for less driving. */
  effort?: Effort
}

/** Counts the runs that scheduled something or could have. */
export class RunCount {
  done = 0
}

/** Assigns unscheduled jobs to the best-fitting workers, franchise by franchise. */
export async function autoDispatch(deps: Deps, options: DispatchRunOptions = {}): Promise<DispatchRun> {
  const { dryRun = false, actor = 'dispatch', franchiseId } = options
  const isByClock = typeof actor === 'string'
  const office = await readOffice(deps, franchiseId)
  const travel = new Travel(deps)
  const verdicts: Verdict[] = []
  const moves: Move[] = []
  const basis = basesOf(office.members)
  const remedies = new Map<string, Remedy[]>()
  try {
    for await (const { branch, planned } of planAll(deps, office, travel, options)) {
      const wanted = isByClock ? leaveOpenDays(deps, planned, office.now) : planned
      const done = dryRun ? planned : await commitPlanned(deps, wanted, basis, actor)
      for (const verdict of done.verdicts) verdicts.push(verdict)
      for (const move of done.moves) moves.push(move)
      if (options.remedies) await findRemedies(branch, planned, remedies)
    }
  } catch (error) {
    if (!(error instanceof Interrupted)) throw error
    // A run answers with what it has done; half a preview would only mislead.
    if (dryRun) throw new Busy(10, 'The service is restarting. Try again in a minute.')
  } finally {
    // Once at the end, because sending would slow down the planning.
    if (!dryRun) wakeSender(deps)
  }
  const grounds = groundsOf(deps, office, travel, remedies)
  const answer = await describeRun(verdicts, moves, grounds, office.now)
  // An interrupted run knows nothing about the jobs it didn't reach.
  if (dryRun || verdicts.length !== office.waiting.length) return answer
  await report(deps, verdicts, answer, { actor, franchiseId })
  deps.state.of(RunCount).done += 1
  return answer
}

/** The plans of all franchises, several at a time. */
function planAll(
  deps: Deps,
  office: Office,
  travel: Travel,
  { fixed = [], without = [], remedies = false, effort = 'normal' }: DispatchRunOptions,
): AsyncGenerator<{ branch: Branch; planned: BranchPlan }> {
  const leftOut = new Set(without)
  const { pinned, rest } = pinJobs(office.waiting, fixed, leftOut)
  const movable = office.movable.filter(({ row }) => !leftOut.has(row.id))
  const all = inPlan(rest).length + movable.length
  const branches = new Map([
    ...[...pinned.map(({ waiting }) => waiting), ...movable].map(
      ({ branch }) => [branch, [] as Waiting[]] as const,
    ),
    ...Map.groupBy(rest, ({ branch }) => branch),
  ])
  return sideBySide(branches, deps.state.of(Planner).width, async ([branch, waiting]) => {
    const ours = movable.filter((one) => one.branch === branch)
    const budget = budgetFor(effort, inPlan(waiting).length + ours.length, all)
    const options = { pinned, isExplained: remedies, movable: ours, budget }
    return { branch, planned: await planBranch(deps, travel, office, branch, waiting, options) }
  })
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
  const branches = Map.groupBy(office.waiting, ({ branch }) => branch)
  const all = inPlan(office.waiting).length
  const plans = sideBySide(branches, deps.state.of(Planner).width, ([branch, waiting]) => {
    const budget = budgetFor('normal', inPlan(waiting).length, all)
    return planBranch(deps, travel, office, branch, waiting, { budget })
  })
  try {
    for await (const { verdicts } of plans) asked.push(...verdicts.flatMap(askedBy))
  } catch (error) {
    if (error instanceof Interrupted) return 0
    throw error
  }
  await reconcileTodos(deps, asked, assigned, franchiseId)
  return asked.length
}

/** The answer of a run that another run made unnecessary. */
export function nothingDispatched({ clock }: Pick<Deps, 'clock'>): DispatchRun {
  const none = { success: true as const, assigned: 0, escalated: 0, skipped: 0, moved: 0, todos: 0 }
  return { ...none, actions: [], moves: [], timestamp: isoTime(clock.now()) }
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
