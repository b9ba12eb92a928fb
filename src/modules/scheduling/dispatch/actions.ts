import { isoTime } from '../../../lib/clock'
import type { Placement, Score } from '../engine/world'
import type { DispatchAction } from './model'
import { sentences, type Reason } from './reasons'
import { unclearTime, type Assigned, type Unassigned, type Verdict } from './triage'

export interface Grounds {
  /** The routing engine could not tell how far it is. */
  estimated: boolean
  /** What a worker was when it was planned. */
  basis(workerId: string): string
}

/** A verdict as callers see it. */
export function actionOf(verdict: Verdict, grounds: Grounds): DispatchAction {
  return verdict.type === 'assigned' ? assigned(verdict, grounds) : unassigned(verdict)
}

function assigned({ waiting, placement }: Assigned, { estimated, basis }: Grounds): DispatchAction {
  const { workerId, score, runnerUp, start, end } = placement
  const reason = reasonOf(placement)
  const notes = [
    sentences[reason],
    ...(waiting.wish.unclear ? [unclearTime] : []),
    ...(estimated ? ['Travel was estimated, since the routing engine did not answer.'] : []),
  ]
  return {
    type: 'assigned',
    jobId: waiting.row.id,
    worker: workerId,
    reason,
    detail: notes.join(' '),
    score: rounded(score.total),
    travel: rounded(score.travel),
    runnerUp: runnerUp && {
      worker: runnerUp.workerId,
      score: rounded(runnerUp.score.total),
      travel: rounded(runnerUp.score.travel),
      drawback: drawbackOf(runnerUp.score, score),
    },
    start: isoTime(start),
    end: isoTime(end),
    revision: waiting.row.revision,
    basis: basis(workerId),
  }
}

/** Sums of fractions differ in the last digit with their order; that is no difference. */
const sameCost = 1e-6

function reasonOf({ score, runnerUp }: Placement): Reason {
  if (runnerUp === null) return 'only_fit'
  return score.total <= runnerUp.score.total + sameCost ? 'best_fit' : 'good_fit'
}

type Drawback = NonNullable<DispatchAction['runnerUp']>['drawback']

/** What speaks against somebody who would not drive more: of the other parts, the one that weighs most. */
function drawbackOf(other: Score, chosen: Score): Drawback {
  if (other.travel > chosen.travel) return null
  const parts = [
    ['later_day', other.lateness - chosen.lateness],
    ['fuller_day', other.balance - chosen.balance],
    ['new_to_customer', other.familiarity - chosen.familiarity],
  ] as const
  const most = parts.reduce((best, next) => (next[1] > best[1] ? next : best))
  return most[1] > sameCost ? most[0] : null
}

function unassigned({ type, waiting, reason, detail }: Unassigned): DispatchAction {
  return { type, jobId: waiting.row.id, reason, detail, ...noVisit }
}

/** What an action says of a visit where there is none. */
export const noVisit = {
  worker: null,
  score: null,
  travel: null,
  runnerUp: null,
  start: null,
  end: null,
  revision: null,
  basis: null,
}

export const rounded = (minutes: number): number => Math.round(minutes * 100) / 100
