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
  /** Says what would be done, and does none of it. */
  dryRun?: boolean
  actor?: string
}

/** Gives unscheduled jobs to the workers who fit best, one franchise after another. */
export async function autoDispatch(
  deps: Deps,
  { dryRun = false, actor = 'dispatch' }: DispatchRunOptions = {},
): Promise<DispatchRun> {
  const office = await readOffice(deps)
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
    // Once and at the end: sending would only slow down what is still to be planned.
    if (!dryRun) wakeSender(deps)
  }
  const answer = describeRun(verdicts, { estimated: travel.fellBack, basis }, office.now)
  // A run that was cut short knows nothing of the jobs it did not look at.
  if (!dryRun && verdicts.length === office.waiting.length) await report(deps, verdicts, answer, actor)
  return answer
}

/** The answer of a run that another one made unnecessary. */
export function nothingDispatched({ clock }: Pick<Deps, 'clock'>): DispatchRun {
  return describeRun([], { estimated: false, basis: () => '' }, clock.now())
}

/** What each worker was when the run began, worked out for those who are asked for. */
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

/** What was planned, as far as it could be kept. */
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

/** A price nobody has decided on is asked about again where somebody closed the question without deciding. */
function askedBy(verdict: Verdict): Escalation[] {
  if (verdict.type === 'escalated') return [verdict]
  const isAboutPrice = verdict.type === 'skipped' && verdict.reason === 'low_price'
  return isAboutPrice ? [{ ...verdict, reason: 'low_price' }] : []
}

async function report(deps: Deps, verdicts: Verdict[], answer: DispatchRun, actor: string): Promise<void> {
  const asked = verdicts.flatMap(askedBy)
  const assigned = verdicts.filter(({ type }) => type === 'assigned').map(({ waiting }) => waiting.row.id)
  const raised = await reconcileTodos(deps, asked, new Set(assigned))
  if (assigned.length === 0 && raised === 0) return
  const counts = { assigned: answer.assigned, escalated: answer.escalated, skipped: answer.skipped }
  const summary = `Dispatch: ${counts.assigned} assigned, ${counts.escalated} for headquarters, ${counts.skipped} to try again`
  await deps.store.write((tx) =>
    recordActivity(tx, deps.clock.now(), {
      type: 'dispatch.run',
      actor,
      summary,
      metadata: counts,
    }),
  )
}
