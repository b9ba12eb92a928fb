import type { WorkDay } from '../../modules/workforce'
import { formats, words } from './words'

type Started = { scheduledStart: string | null }

/** How many visits come before lunch; -1 on a day without it. */
export function lunchPlace({ lunch }: Pick<WorkDay, 'lunch'>, jobs: readonly Started[]): number {
  if (!lunch) return -1
  const next = jobs.findIndex(
    ({ scheduledStart }) => scheduledStart !== null && scheduledStart >= lunch.start,
  )
  return next === -1 ? jobs.length : next
}

export function LunchCard({ lunch, timeZone }: Pick<WorkDay, 'lunch' | 'timeZone'>) {
  if (!lunch) return null
  return (
    <p class="work-lunch">
      <span>{words.lunch}</span>
      <span class="num">{formats.exactSpan(Date.parse(lunch.start), Date.parse(lunch.end), timeZone)}</span>
    </p>
  )
}
