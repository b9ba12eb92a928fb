import type { DispatchAction, DispatchRun, WorkerVerdict } from '../../../modules/scheduling'
import { formatDate, formatMoment } from '../../client/format'

const drawbacks = {
  later_day: 'but on a later day',
  fuller_day: 'but on a fuller day',
  new_to_customer: 'but does not know the customer',
}

/** How much driving it is, and how much it would be for the next best. Other things only where they decide. */
export function costText(
  { travel, runnerUp }: Pick<DispatchAction, 'travel' | 'runnerUp'>,
  workerName: (id: string) => string,
): string {
  if (travel === null) return ''
  const own = `Adds ${minutes(travel)} min of driving`
  if (runnerUp === null) return own
  const but = runnerUp.drawback === null ? '' : `, ${drawbacks[runnerUp.drawback]}`
  return `${own}; ${workerName(runnerUp.worker)} would add ${minutes(runnerUp.travel)}${but}`
}

const minutes = (travel: number): number => Math.max(0, Math.round(travel))

/** What was shown, each as it was, but for what had changed by the time it was committed. */
export function afterCommit(shown: DispatchRun, { actions, ...done }: DispatchRun): DispatchRun {
  const changed = new Map(actions.filter(({ type }) => type !== 'assigned').map((one) => [one.jobId, one]))
  return { ...done, actions: shown.actions.map((action) => changed.get(action.jobId) ?? action) }
}

export function planText({ assigned, escalated, skipped }: DispatchRun): string {
  return `Would assign ${assigned}, ask headquarters about ${escalated} and leave ${skipped} for later.`
}

export function doneText({ assigned, skipped, actions }: DispatchRun): string {
  const changed = skipped > 0 && `${skipped} had changed in the meantime and will be planned again.`
  const asks = actions.some(({ type }) => type === 'escalated')
  const questions = asks && 'Headquarters is asked with the next run.'
  return [`Assigned ${assigned} as shown.`, changed, questions].filter(Boolean).join(' ')
}

/** Why somebody could take a job or could not, as a person would say it. */
export function reasonOf({ start, score, detail, change }: WorkerVerdict, timeZone: string): string {
  if (start !== null && score !== null)
    return `${formatMoment(start, timeZone)}, ${Math.round(score.travel)} min of driving`
  // Which skills are missing says already which would do.
  const way = change === null || change.kind === 'skills_learned' ? '' : ` It ${change.sentence}.`
  return (detail + way).replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatDate(date))
}
