import type { Deps } from '../../../deps'
import { sentences } from '../world/reasons'
import type { Verdict } from '../world/triage'
import type { BranchPlan } from './branch-plan'
import { lastRunAfter } from './timetable'

/**
 * Leaves bookings without a day for the last run of the day they came in, where the office wants it so. They take part
 * in every plan until then and may still go anywhere, because nobody was told a time.
 */
export function leaveOpenDays(deps: Pick<Deps, 'settings'>, planned: BranchPlan, now: number): BranchPlan {
  const verdicts = planned.verdicts.map((verdict): Verdict => {
    if (!isGathered(deps, verdict, now)) return verdict
    return { type: 'skipped', waiting: verdict.waiting, reason: 'open_day', detail: sentences.open_day }
  })
  return { ...planned, verdicts }
}

function isGathered(deps: Pick<Deps, 'settings'>, verdict: Verdict, now: number): boolean {
  if (verdict.type !== 'assigned') return false
  const { row, branch } = verdict.waiting
  const isOpen = row.preferredDate === null && row.after === null && (row.followers ?? []).length === 0
  if (branch.visitMoves.gathersOpenDays !== true || !isOpen) return false
  const today = branch.calendar.day(branch.calendar.dateAt(now))
  return verdict.placement.start >= today.end && now < lastRunAfter(deps, row.waitsSince)
}
