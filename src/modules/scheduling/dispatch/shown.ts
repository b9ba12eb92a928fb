import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { isoTime } from '../../../lib/clock'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { noVisit } from './actions'
import { commitVisits } from './commit'
import type { DispatchAction, DispatchRun, ShownVisit } from './model'
import { sentences } from './reasons'
import { askAboutRest } from './run'

interface ShownOptions {
  actor: Actor
  tellCustomer?: boolean
  /** The franchise the plan was for; all of them if left out. */
  franchiseId?: string | undefined
}

/**
 * Schedules exactly the visits the user saw, unless their basis has changed; the rest say why. Jobs that are left
 * become to-dos, as after a run by the clock.
 */
export async function commitShown(
  deps: Deps,
  visits: ShownVisit[],
  { actor, tellCustomer = true, franchiseId }: ShownOptions,
): Promise<DispatchRun> {
  const now = deps.clock.now()
  const ahead = visits.filter(({ start }) => start > now)
  const decisions = ahead.map(({ worker, ...visit }) => ({ ...visit, workerId: worker }))
  const outdated = await commitVisits(deps, decisions, actor, tellCustomer)
  wakeSender(deps)
  const problems = new Map(ahead.map((visit, at) => [visit, outdated[at]]))
  const actions = visits.map((visit) => actionFor(visit, problems.get(visit)))
  const assigned = actions.filter(({ type }) => type === 'assigned').map(({ jobId }) => jobId)
  const counts = { assigned: assigned.length, escalated: 0, skipped: actions.length - assigned.length }
  const todos = await askAboutRest(deps, new Set(assigned), franchiseId)
  if (assigned.length > 0) {
    const summary = `Applied a dispatch plan: ${counts.assigned} assigned · ${counts.skipped} changed in the meantime · ${todos} need your attention`
    await deps.store.write((tx) =>
      recordActivity(tx, now, { type: 'dispatch.run', actor, summary, metadata: counts }),
    )
  }
  return { success: true, ...counts, actions, todos, timestamp: isoTime(now) }
}

const begun = 'The planned time has already come.'

function actionFor(
  { jobId, worker, start, end }: ShownVisit,
  problem: string | null = begun,
): DispatchAction {
  if (problem !== null) return { ...noVisit, type: 'skipped', jobId, reason: 'raced', detail: problem }
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
