import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { isoTime } from '../../../lib/clock'
import { wakeSender } from '../../messages'
import { recordActivity } from '../../office'
import { sentences } from '../world/reasons'
import { noVisit } from './actions'
import { commitVisits } from './commit'
import type { DispatchAction, DispatchRun, ShownVisit } from './model'
import { askAboutRest, movedText } from './run'

interface ShownOptions {
  actor: Actor
  tellCustomer?: boolean
  /** The franchise the plan was for; all of them if left out. */
  franchiseId?: string | undefined
  /** True if the office's settings accepted it, not a person. */
  isAutomatic?: boolean
}

/** The visits of a plan, as a person would accept them. */
export const shownOf = ({ actions, moves }: Pick<DispatchRun, 'actions' | 'moves'>): ShownVisit[] =>
  [...actions, ...moves].flatMap(({ jobId, worker, second, start, end, revision, basis, from }) =>
    worker === null || start === null || end === null || revision === null || basis === null
      ? []
      : [
          {
            jobId,
            worker,
            second,
            start: Date.parse(start),
            end: Date.parse(end),
            revision,
            basis,
            from: from && { worker: from.worker, start: Date.parse(from.start) },
          },
        ],
  )

/**
 * Schedules exactly the visits the user saw, unless their basis has changed; the rest say why. Jobs that are left
 * become to-dos, as after a run by the clock.
 */
export async function commitShown(
  deps: Deps,
  visits: ShownVisit[],
  { actor, tellCustomer = true, franchiseId, isAutomatic = false }: ShownOptions,
): Promise<DispatchRun> {
  const now = deps.clock.now()
  // A job that comes after another one begins later, so it is committed later.
  const ahead = visits.filter(({ start }) => start > now).toSorted((a, b) => a.start - b.start)
  const decisions = ahead.map(({ worker, second, from, ...visit }) => ({
    ...visit,
    workerId: worker,
    secondWorkerId: second,
    from: from && { workerId: from.worker, start: from.start },
  }))
  const outdated = await commitVisits(deps, decisions, actor, tellCustomer)
  wakeSender(deps)
  const problems = new Map(ahead.map((visit, at) => [visit, outdated[at]]))
  const outcomes = visits.map((visit) => actionFor(visit, problems.get(visit)))
  const moves = outcomes.filter(({ type }) => type === 'moved')
  const actions = outcomes.filter(({ type }) => type !== 'moved')
  const assigned = actions.filter(({ type }) => type === 'assigned').map(({ jobId }) => jobId)
  const counts = { assigned: assigned.length, escalated: 0, skipped: actions.length - assigned.length }
  const moved = moves.length
  const todos = await askAboutRest(deps, new Set(assigned), franchiseId)
  if (assigned.length + moved > 0) {
    const summary = `Applied a dispatch plan${isAutomatic ? ' automatically' : ''}: ${counts.assigned} assigned${movedText(moved)} · ${counts.skipped} changed in the meantime · ${todos} need your attention`
    await deps.store.write((tx) =>
      recordActivity(tx, now, {
        type: 'dispatch.run',
        actor,
        summary,
        metadata: { ...counts, ...(moved > 0 && { moved }) },
      }),
    )
  }
  return { success: true, ...counts, actions, moved, moves, todos, timestamp: isoTime(now) }
}

const begun = 'The planned time has already come.'

function actionFor(
  { jobId, worker, second, start, end, from }: ShownVisit,
  problem: string | null = begun,
): DispatchAction {
  if (problem !== null) return { ...noVisit, type: 'skipped', jobId, reason: 'raced', detail: problem }
  return {
    ...noVisit,
    type: from ? 'moved' : 'assigned',
    jobId,
    worker,
    second,
    reason: 'as_shown',
    detail: sentences.as_shown,
    start: isoTime(start),
    end: isoTime(end),
    from: from && { worker: from.worker, start: isoTime(from.start) },
  }
}
