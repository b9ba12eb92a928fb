import type { DispatchAction, DispatchRun, Remedy, WorkerVerdict } from '../../../modules/scheduling'
import { formatClockRange, formatSomeDate, formatDuration, formatMoment } from '../../client/format'
import { minutesAt } from './hours'

const drawbacks = {
  later_day: 'but on a later day',
  fuller_day: 'but on a busier day',
  overtime: 'but in overtime',
  new_to_customer: 'but new to this customer',
  not_preferred: 'but the customer asked for someone else',
}

/** Compares the added driving with the next choice, and names the drawback if driving didn't decide. */
export function costText(
  { travel, runnerUp, reason }: Pick<DispatchAction, 'travel' | 'runnerUp' | 'reason'>,
  workerName: (id: string) => string,
): string {
  if (travel === null) return ''
  const own = `${reason === 'best_fit' ? 'Best fit: adds' : 'Adds'} ${formatDuration(travel)} of driving`
  if (runnerUp === null) return own
  const but = runnerUp.drawback === null ? '' : `, ${drawbacks[runnerUp.drawback]}`
  return `${own}. Next choice: ${workerName(runnerUp.worker)}, ${formatDuration(runnerUp.travel)}${but}.`
}

/** Why a line of a plan is as it is, without what the line says above it or the cost says below. */
export function whyText({
  reason,
  detail,
  runnerUp,
}: Pick<DispatchAction, 'reason' | 'detail' | 'runnerUp'>): string {
  const short = detail.replaceAll(/\b(\d+) minutes?\b/g, '$1 min')
  // The cost compares it with the next choice.
  if (reason === 'best_fit' && runnerUp !== null) return afterFirst(short, '. ')
  if (reason === 'covers') return upperFirst(afterFirst(short, ', ') || short)
  return short
}

/** The text after the first occurrence of a mark; empty without one. */
const afterFirst = (text: string, mark: string): string => {
  const at = text.indexOf(mark)
  return at === -1 ? '' : text.slice(at + mark.length)
}

const upperFirst = (text: string): string => text.slice(0, 1).toUpperCase() + text.slice(1)

/** The plan as shown, with the outcome of visits that changed before they were assigned. */
export function afterCommit(shown: DispatchRun, { actions, ...done }: DispatchRun): DispatchRun {
  const changed = new Map(actions.filter(({ type }) => type !== 'assigned').map((one) => [one.jobId, one]))
  return {
    ...done,
    actions: [
      ...shown.actions.map((action) => changed.get(action.jobId) ?? action),
      ...shown.moves.flatMap(({ jobId }) => changed.get(jobId) ?? []),
    ],
    moves: shown.moves.filter(({ jobId }) => !changed.has(jobId)),
  }
}

/** Counts the lines without those the dispatcher took out, and leaves out what there is none of. */
export function planText(
  { escalated, skipped, actions, moves }: Pick<DispatchRun, 'escalated' | 'skipped' | 'actions' | 'moves'>,
  excluded: ReadonlySet<string> = new Set(),
): string {
  const assigned = actions.filter(({ type, jobId }) => type === 'assigned' && !excluded.has(jobId)).length
  const moved = moves.filter(({ jobId }) => !excluded.has(jobId)).length
  const parts = [
    assigned > 0 && `${assigned} to assign`,
    moved > 0 && `${moved} to move`,
    escalated > 0 && `${escalated} ${escalated === 1 ? 'needs' : 'need'} your attention`,
    skipped > 0 && `${skipped} waiting`,
  ].filter(Boolean)
  return parts.length === 0 ? 'Nothing to assign or move.' : parts.join(' · ')
}

/** The plan in a sentence. The driving that it saves is that of the whole plan, so a shorter one doesn't name it. */
export function proposalText({
  run,
  excluded,
  cover,
}: {
  run: Parameters<typeof planText>[0] & Pick<DispatchRun, 'summary'>
  excluded: ReadonlySet<string>
  cover?: string | undefined
}): string {
  const counts = planText(run, excluded)
  if (run.summary === undefined) return counts
  if (cover !== undefined || run.moves.length === 0) return run.summary
  return excluded.size === 0 ? `${counts}. ${run.summary}` : counts
}

export function doneText({ assigned, skipped, moved, todos }: DispatchRun, isCover = false): string {
  const changed =
    skipped > 0 &&
    `${countOf(skipped, 'job')} changed in the meantime, so we skipped ${skipped === 1 ? 'it' : 'them'}.`
  const asks =
    todos > 0 &&
    `${countOf(todos, 'job')} need${todos === 1 ? 's' : ''} your attention; see the to-dos on Today.`
  const moves = moved > 0 && `${isCover ? 'Reassigned' : 'Moved'} ${countOf(moved, 'visit')}.`
  const assigns = (assigned > 0 || moved === 0) && `Assigned ${countOf(assigned, 'visit')}.`
  return [assigns, moves, changed, asks].filter(Boolean).join(' ')
}

/** `Assign 3 visits`, `Move 2 visits`, or both; a cover reassigns them. */
export function commitText(visits: readonly Pick<DispatchAction, 'type'>[], isCover = false): string {
  if (isCover) return `Reassign ${countOf(visits.length, 'visit')}`
  const moved = visits.filter(({ type }) => type === 'moved').length
  const assigned = visits.length - moved
  if (moved === 0) return `Assign ${countOf(assigned, 'visit')}`
  return assigned === 0
    ? `Move ${countOf(moved, 'visit')}`
    : `Assign ${assigned} and move ${countOf(moved, 'visit')}`
}

/** The label of a remedy's button: `Offer Tue 8–10 AM`, `Extend Marcus by 20 min`. */
export function remedyText(
  { kind, worker, minutes, date, window }: Remedy,
  workerName: (id: string | null) => string,
): string {
  const [who = ''] = workerName(worker).split(' ')
  const amount = minutes === null ? '' : formatDuration(minutes)
  switch (kind) {
    case 'extend_shift':
      return `Extend ${who} by ${amount}`
    case 'start_earlier':
      return `Start ${who} ${amount} earlier`
    case 'shorten_visit':
      return `Shorten the visit by ${amount} (${who})`
    case 'more_work':
      return amount === '' ? `Give ${who} one more job` : `Give ${who} ${amount} more work`
    case 'offer':
      return `Offer ${offerText(date ?? '', window ?? '')}`
    case 'ask':
      return 'Ask the customer'
  }
}

/** `Tue 8–10 AM`. */
function offerText(date: string, window: string): string {
  const weekday = new Date(`${date}T12:00:00Z`).toLocaleDateString('en-US', {
    weekday: 'short',
    timeZone: 'UTC',
  })
  const [start = '', end = ''] = window.split('-')
  return `${weekday} ${formatClockRange(minutesAt(start), minutesAt(end))}`
}

/** `1 visit`, `3 visits`. */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

/** The time at which a worker can take a job, or the reason they can't. */
export function reasonOf({ start, score, detail, change }: WorkerVerdict, timeZone: string): string {
  if (start !== null && score !== null)
    return `${formatMoment(start, timeZone)} · ${formatDuration(score.travel)} of driving`
  // The missing skills already say what would help.
  const remedy = change === null || change.kind === 'skills_learned' ? '' : ` It ${change.sentence}.`
  return (detail + remedy).replaceAll(/\d{4}-\d{2}-\d{2}/g, (date) => formatSomeDate(date))
}
