import { isoTime } from '../../lib/clock'
import type { DispatchAction } from './model'
import { sentences } from './reasons'
import { unclearTime, type Assigned, type Unassigned, type Verdict } from './verdicts'

/** A verdict as callers see it. `estimated`: the routing engine could not tell how far it is. */
export function actionOf(verdict: Verdict, estimated: boolean): DispatchAction {
  return verdict.type === 'assigned' ? assigned(verdict, estimated) : unassigned(verdict)
}

function assigned({ waiting, placement }: Assigned, estimated: boolean): DispatchAction {
  const { workerId, score, runnerUp, start, end } = placement
  const reason = runnerUp ? 'best_fit' : 'only_fit'
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
    runnerUp: runnerUp && { worker: runnerUp.workerId, score: rounded(runnerUp.total) },
    start: isoTime(start),
    end: isoTime(end),
  }
}

function unassigned({ type, waiting, reason, detail }: Unassigned): DispatchAction {
  const nobody = { worker: null, score: null, runnerUp: null, start: null, end: null }
  return { type, jobId: waiting.row.id, reason, detail, ...nobody }
}

export const rounded = (minutes: number): number => Math.round(minutes * 100) / 100
