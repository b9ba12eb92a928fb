import type { DispatchAction, DispatchRun, WorkerVerdict } from '../../../modules/scheduling'
import { formatDate, formatDuration, formatMoment } from '../../client/format'

const drawbacks = {
  later_day: 'but on a later day',
  fuller_day: 'but on a busier day',
  new_to_customer: 'but new to this customer',
}

/** Compares the added driving with the next choice, and names the drawback if driving didn't decide. */
export function costText(
  { travel, runnerUp }: Pick<DispatchAction, 'travel' | 'runnerUp'>,
  workerName: (id: string) => string,
): string {
  if (travel === null) return ''
  const own = `Adds ${formatDuration(travel)} of driving`
  if (runnerUp === null) return own
  const but = runnerUp.drawback === null ? '' : `, ${drawbacks[runnerUp.drawback]}`
  return `${own}. Next choice: ${workerName(runnerUp.worker)}, ${formatDuration(runnerUp.travel)}${but}.`
}

/** The plan as shown, with the outcome of visits that changed before they were assigned. */
export function afterCommit(shown: DispatchRun, { actions, ...done }: DispatchRun): DispatchRun {
  const changed = new Map(actions.filter(({ type }) => type !== 'assigned').map((one) => [one.jobId, one]))
  return { ...done, actions: shown.actions.map((action) => changed.get(action.jobId) ?? action) }
}

export function planText({ assigned, escalated, skipped }: DispatchRun): string {
  return `${assigned} to assign · ${escalated} ${escalated === 1 ? 'needs' : 'need'} your attention · ${skipped} waiting`
}

export function doneText({ assigned, skipped, actions }: DispatchRun): string {
  const changed =
    skipped > 0 &&
    `${countOf(skipped, 'job')} changed in the meantime, so we skipped ${skipped === 1 ? 'it' : 'them'}.`
  const asks = actions.some(({ type }) => type === 'escalated')
  const questions = asks && 'Jobs that need your attention become to-dos with the next automatic run.'
  return [`Assigned ${countOf(assigned, 'visit')}.`, changed, questions].filter(Boolean).join(' ')
}

/** `1 visit`, `3 visits`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The time at which a worker can take a job, or the reason they can't. */
export function reasonOf({ start, score, detail, change }: WorkerVerdict, timeZone: string): string {
  if (start !== null && score !== null)
    return `${formatMoment(start, timeZone)} · ${formatDuration(score.travel)} of driving`
  // The missing skills already say what would help.
  const remedy = change === null || change.kind === 'skills_learned' ? '' : ` It ${change.sentence}.`
  return (detail + remedy).replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatDate(date))
}
