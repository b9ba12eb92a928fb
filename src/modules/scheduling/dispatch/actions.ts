import { isoTime } from '../../../lib/clock'
import { promisedSlot } from '../../../lib/promised-time'
import { formatsFor } from '../../../words/formats'
import { defaultOptions, type Placement, type Score } from '../engine/world'
import { orderNote } from '../world/chains'
import type { OpenRow } from '../world/open-jobs'
import { minutes, sentences, weekday, type Reason } from '../world/reasons'
import { unclearTime, type Assigned, type Unassigned, type Verdict } from '../world/triage'
import type { Move } from './branch-plan'
import type { DispatchAction, Remedy } from './model'

export interface Grounds {
  /** The routing engine didn't answer, so travel times are estimates. */
  estimated: boolean
  /** The state of the worker, or of both, that the plan is based on. */
  basis(placement: Pick<Placement, 'workerId' | 'secondWorkerId'>): string
  /** Whether the customer hears about a new visit, or of another technician. */
  notifies(row: OpenRow, isNew: boolean): boolean
  workerName(id: string): string
  /** The changes that would make a job fit. */
  remediesFor(jobId: string): Remedy[]
}

export function actionOf(verdict: Verdict, grounds: Grounds): DispatchAction {
  return verdict.type === 'assigned' ? assigned(verdict, grounds) : unassigned(verdict, grounds)
}

function assigned({ waiting, placement, isChosen }: Assigned, grounds: Grounds): DispatchAction {
  const { estimated, basis, notifies, workerName } = grounds
  const { workerId, secondWorkerId = null, score, runnerUp, start, end } = placement
  const visit = {
    worker: workerId,
    second: secondWorkerId,
    start: isoTime(start),
    end: isoTime(end),
    revision: waiting.row.revision,
    basis: basis(placement),
    notifies: notifies(waiting.row, true),
  }
  const { id: jobId } = waiting.row
  if (isChosen)
    return { ...noVisit, type: 'assigned', jobId, reason: 'as_chosen', detail: sentences.as_chosen, ...visit }
  const reason = reasonOf(placement)
  const order = orderNote(waiting.row, waiting.branch.calendar.timeZone)
  const notes = [
    fitSentence(reason, placement),
    ...overtimeNote(score, secondWorkerId === null ? workerName(workerId) : 'the two technicians together'),
    ...(order === null ? [] : [order]),
    ...(waiting.wish.unclear ? [unclearTime] : []),
    ...(estimated ? ["Drive times are estimates, because the routing engine didn't answer."] : []),
  ]
  return {
    ...noVisit,
    type: 'assigned',
    jobId,
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
    ...visit,
  }
}

/** `20 minutes of overtime for Marcus Bell.`, or nothing. */
const overtimeNote = ({ overtimeMinutes }: Score, name: string): string[] =>
  overtimeMinutes === undefined ? [] : [`${minutes(overtimeMinutes)} of overtime for ${name}.`]

/** A visit that moves inside its window, with the driving it added before and adds now. */
export function moveOf(move: Move, { basis, notifies, workerName }: Grounds): DispatchAction {
  const { visit, placement } = move
  const { workerId, start, end, score } = placement
  const { row, branch } = visit
  const { time, window } = formatsFor('en')
  const zone = branch.calendar.timeZone
  const isSameWorker = row.workerId === workerId
  const at = (id: string, moment: number) =>
    `${isSameWorker ? '' : `${workerName(id)}, `}${weekday(moment, zone)} ${time(moment, zone)}`
  const { reason, why } = reasonOfMove(move)
  const promised = promisedSlot({ ...row, scheduledStart: row.start, scheduledEnd: row.end }, zone)
  const kept = `stays in the ${window(promised?.window ?? '')} window`
  return {
    ...noVisit,
    type: 'moved',
    jobId: row.id,
    worker: workerId,
    reason,
    detail: `From ${at(row.workerId ?? '', row.start)} to ${at(workerId, start)}: ${why}, ${kept}.`,
    travel: rounded(score.travel),
    start: isoTime(start),
    end: isoTime(end),
    revision: row.revision,
    basis: basis(placement),
    notifies: workerId !== (row.namedWorkerId ?? workerId) && notifies(row, false),
    from: { worker: row.workerId ?? '', start: isoTime(row.start) },
  }
}

function reasonOfMove({ placement, travelBefore, savedByAll }: Move): { reason: Reason; why: string } {
  const saved = Math.round(travelBefore - placement.score.travel)
  if (saved >= 1) return { reason: 'saves_driving', why: `saves ${minutes(saved)} of driving` }
  if (savedByAll >= 1)
    return {
      reason: 'saves_driving',
      why: `part of a change that saves ${minutes(Math.round(savedByAll))} of driving`,
    }
  return { reason: 'makes_room', why: 'makes room for another job' }
}

/** Sums of fractions can differ in the last digit, depending on their order. */
const sameCost = 1e-6

function reasonOf({ score, runnerUp }: Placement): Reason {
  if (runnerUp === null) return 'only_fit'
  return score.total <= runnerUp.score.total + sameCost ? 'best_fit' : 'good_fit'
}

/** Compares the chosen worker with the next choice, as far as whole minutes of driving differ. */
function fitSentence(reason: Reason, { score, runnerUp, secondWorkerId }: Placement): string {
  if (reason === 'only_fit' && secondWorkerId !== undefined)
    return 'No other two technicians can take it together.'
  if (reason !== 'best_fit' || runnerUp === null) return sentences[reason]
  const saved = Math.round(runnerUp.score.travel - score.travel)
  if (saved >= 1) return `Best fit: ${minutes(saved)} less driving than the next choice.`
  const drawback = drawbackOf(runnerUp.score, score)
  return drawback === null ? sentences.best_fit : `Best fit: the next choice ${drawbacks[drawback]}.`
}

type Drawback = NonNullable<DispatchAction['runnerUp']>['drawback']

const drawbacks: Record<NonNullable<Drawback>, string> = {
  later_day: 'could only come on a later day',
  fuller_day: 'has a fuller day',
  new_to_customer: "doesn't know the customer",
  overtime: 'would need overtime',
  not_preferred: "isn't the technician the customer asked for",
}

/** The main disadvantage of the other worker, when it isn't more driving. */
function drawbackOf(other: Score, chosen: Score): Drawback {
  if (other.travel > chosen.travel) return null
  const parts = [
    ['later_day', other.lateness - chosen.lateness],
    ['fuller_day', other.balance - chosen.balance],
    ['overtime', (other.overtime ?? 0) - (chosen.overtime ?? 0)],
    ['new_to_customer', other.familiarity - chosen.familiarity],
  ] as const
  const most = parts.reduce((best, next) => (next[1] > best[1] ? next : best))
  if (most[1] <= sameCost) return null
  const isAboutPreference = most[1] >= defaultOptions.preferenceMinutes - defaultOptions.familiarityMinutes
  return most[0] === 'new_to_customer' && isAboutPreference ? 'not_preferred' : most[0]
}

function unassigned({ type, waiting, reason, detail }: Unassigned, { remediesFor }: Grounds): DispatchAction {
  const { id: jobId } = waiting.row
  return { ...noVisit, type, jobId, reason, detail, remedies: remediesFor(jobId) }
}

/** The visit fields of an action without a visit. */
export const noVisit = {
  worker: null,
  second: null,
  score: null,
  travel: null,
  runnerUp: null,
  start: null,
  end: null,
  revision: null,
  basis: null,
  notifies: false,
  from: null,
  remedies: [],
} satisfies Partial<DispatchAction>

export const rounded = (minutes: number): number => Math.round(minutes * 100) / 100
