import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { isoTime, minute } from '../../../lib/clock'
import { wakeSender, waysFor } from '../../messages'
import { recordActivity } from '../../office'
import { actionOf, type Grounds } from './actions'
import { planBranch, type Pinned } from './branch-plan'
import { commitVisits } from './commit'
import { basisOf, type CrewMember } from './crew'
import { reconcileTodos, type Escalation } from './escalations'
import { readOffice } from './load'
import type { DispatchRun, FixedVisit, Remedy } from './model'
import type { OpenRow } from './open-jobs'
import { findRemedies } from './remedies'
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
  const basis = basesOf(office.members)
  const remedies = new Map<string, Remedy[]>()
  const { pinned, rest } = pinJobs(office.waiting, fixed, new Set(without))
  const branches = new Map([
    ...pinned.map(({ waiting }) => [waiting.branch, [] as Waiting[]] as const),
    ...Map.groupBy(rest, ({ branch }) => branch),
  ])
  try {
    for (const [branch, waiting] of branches) {
      if (deps.background.stopping) break
      const planned = await planBranch(deps, travel, office, branch, waiting, {
        pinned,
        isExplained: options.remedies === true,
      })
      const done = dryRun ? planned.verdicts : await commitPlanned(deps, planned.verdicts, basis, actor)
      for (const verdict of done) verdicts.push(verdict)
      if (options.remedies) await findRemedies(branch, planned, remedies)
    }
  } finally {
    // Once at the end, because sending would slow down the planning.
    if (!dryRun) wakeSender(deps)
  }
  const grounds = {
    estimated: travel.fellBack,
    basis,
    notifies: (row: OpenRow) => waysFor(deps.settings, 'scheduled', row).length > 0,
    remediesFor: (jobId: string) => remedies.get(jobId) ?? [],
  }
  const answer = describeRun(verdicts, grounds, office.now)
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
  const grounds = { estimated: false, basis: () => '', notifies: () => false, remediesFor: () => [] }
  return describeRun([], grounds, clock.now())
}

/** The state of each worker when the run began, calculated on demand. */
function basesOf(members: CrewMember[]): (workerId: string) => string {
  const states = new Map(members.map(({ id, state }) => [id, state]))
  return (workerId) => basisOf(states.get(workerId) ?? '')
}

function describeRun(verdicts: Verdict[], grounds: Grounds, now: number): DispatchRun {
  const count = (type: Verdict['type']) => verdicts.filter((verdict) => verdict.type === type).length
  return {
    success: true,
    assigned: count('assigned'),
    escalated: count('escalated'),
    skipped: count('skipped'),
    actions: verdicts.map((verdict) => actionOf(verdict, grounds)),
    todos: verdicts.flatMap(askedBy).length,
    timestamp: isoTime(now),
  }
}

/** Schedules the planned visits, unless something has changed. */
async function commitPlanned(
  deps: Deps,
  verdicts: Verdict[],
  basis: Grounds['basis'],
  actor: Actor,
): Promise<Verdict[]> {
  const assigned = verdicts.filter((verdict) => verdict.type === 'assigned')
  const decisions = assigned.map(({ waiting, placement: { jobId, workerId, start, end, busyUntil } }) => ({
    jobId,
    workerId,
    start,
    end,
    bufferMinutes: (busyUntil - end) / minute,
    revision: waiting.row.revision,
    basis: basis(workerId),
  }))
  const outdated = await commitVisits(deps, decisions, actor)
  const reasons = new Map<Verdict, string | null | undefined>(assigned.map((one, at) => [one, outdated[at]]))
  return verdicts.map((verdict) => {
    const detail = reasons.get(verdict) ?? null
    return detail === null ? verdict : asRaced(verdict, detail)
  })
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
  if (assigned.length === 0 && raised === 0 && typeof actor === 'string') return
  const counts = { assigned: answer.assigned, escalated: answer.escalated, skipped: answer.skipped }
  const summary = `Ran auto-dispatch: ${counts.assigned} assigned · ${counts.escalated} need your attention · ${counts.skipped} waiting`
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'dispatch.run',
      actor,
      summary,
      metadata: counts,
    }),
  )
}
