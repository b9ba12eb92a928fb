import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { recordActivity } from '../activity/record'
import { wakeSender } from '../messages/wake'
import { noVisit } from './actions'
import { commitVisits } from './commit'
import { clearTasksOf } from './escalate'
import type { DispatchAction, DispatchRun, ShownVisit } from './model'
import { sentences } from './reasons'

const begun = 'The time it was planned for has come already.'

/**
 * Makes the visits somebody was shown, these and no others, as far as nothing they rest on has changed. What
 * could not be made says why. Questions for headquarters are left to the next run, which sees everything.
 */
export async function commitShown(deps: Deps, visits: ShownVisit[], actor: string): Promise<DispatchRun> {
  const now = deps.clock.now()
  const ahead = visits.filter(({ start }) => start > now)
  const decisions = ahead.map(({ worker, ...visit }) => ({ ...visit, workerId: worker }))
  const outdated = await commitVisits(deps, decisions, actor)
  wakeSender(deps)
  const problems = new Map(ahead.map((visit, at) => [visit, outdated[at]!]))
  const actions = visits.map((visit) => actionFor(visit, problems.has(visit) ? problems.get(visit)! : begun))
  const assigned = actions.filter(({ type }) => type === 'assigned').map(({ jobId }) => jobId)
  const counts = { assigned: assigned.length, escalated: 0, skipped: actions.length - assigned.length }
  if (assigned.length > 0) {
    await clearTasksOf(deps, new Set(assigned))
    const summary = `Dispatch: ${counts.assigned} assigned as shown, ${counts.skipped} changed in the meantime`
    await deps.store.write((tx) =>
      recordActivity(tx, now, { type: 'dispatch.run', actor, summary, metadata: counts }),
    )
  }
  return { success: true, ...counts, actions, timestamp: isoTime(now) }
}

function actionFor({ jobId, worker, start, end }: ShownVisit, problem: string | null): DispatchAction {
  if (problem !== null) return { type: 'skipped', jobId, reason: 'raced', detail: problem, ...noVisit }
  return {
    ...noVisit,
    type: 'assigned',
    jobId,
    worker,
    reason: 'as_shown',
    detail: sentences.as_shown,
    start: isoTime(start),
    end: isoTime(end),
  }
}
