import type { Deps } from '../../../deps'
import { isoTime, minute } from '../../../lib/clock'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { actionOf, type Grounds } from './actions'
import { planBranch } from './branch-plan'
import { commitVisits } from './commit'
import { basisOf, type CrewMember } from './crew'
import { reconcileTodos, type Escalation } from './escalations'
import { readOffice } from './load'
import type { DispatchRun } from './model'
import { Travel } from './travel'
import type { Verdict } from './triage'

export interface DispatchRunOptions {
  /** Plans without changing anything. */
  dryRun?: boolean
  actor?: string
  /** Plans only this franchise. */
  franchiseId?: string | undefined
}

/** Assigns unscheduled jobs to the best-fitting workers, one franchise after another. */
export async function autoDispatch(
  deps: Deps,
  { dryRun = false, actor = 'dispatch', franchiseId }: DispatchRunOptions = {},
): Promise<DispatchRun> {
  const office = await readOffice(deps, franchiseId)
  const travel = new Travel(deps)
  const verdicts: Verdict[] = []
  const basis = basesOf(office.members)
  try {
    for (const [branch, waiting] of Map.groupBy(office.waiting, ({ branch }) => branch)) {
      if (deps.background.stopping) break
      const planned = await planBranch(deps, travel, office, branch, waiting)
      const done = dryRun ? planned : await commitPlanned(deps, planned, basis, actor)
      for (const verdict of done) verdicts.push(verdict)
    }
  } finally {
    // Once at the end, because sending would slow down the planning.
    if (!dryRun) wakeSender(deps)
  }
  const answer = describeRun(verdicts, { estimated: travel.fellBack, basis }, office.now)
  // An interrupted run knows nothing about the jobs it didn't reach.
  if (!dryRun && verdicts.length === office.waiting.length)
    await report(deps, verdicts, answer, { actor, franchiseId })
  return answer
}

/** The answer of a run that another run made unnecessary. */
export function nothingDispatched({ clock }: Pick<Deps, 'clock'>): DispatchRun {
  return describeRun([], { estimated: false, basis: () => '' }, clock.now())
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
    timestamp: isoTime(now),
  }
}

/** Schedules the planned visits, unless something has changed. */
async function commitPlanned(
  deps: Deps,
  verdicts: Verdict[],
  basis: Grounds['basis'],
  actor: string,
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
  { actor, franchiseId }: { actor: string; franchiseId: string | undefined },
): Promise<void> {
  const asked = verdicts.flatMap(askedBy)
  const assigned = verdicts.filter(({ type }) => type === 'assigned').map(({ waiting }) => waiting.row.id)
  const raised = await reconcileTodos(deps, asked, new Set(assigned), franchiseId)
  if (assigned.length === 0 && raised === 0) return
  const counts = { assigned: answer.assigned, escalated: answer.escalated, skipped: answer.skipped }
  const summary = `Auto-dispatch: ${counts.assigned} assigned · ${counts.escalated} need your attention · ${counts.skipped} waiting`
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'dispatch.run',
      actor,
      summary,
      metadata: counts,
    }),
  )
}
