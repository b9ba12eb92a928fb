import type { Job } from '../../../modules/jobs'
import type { Tone } from '../../components'
import { passedText } from '../shared/preferred'
import { today } from '../shared/zone'

/** Why a job shouldn't wait any longer. */
export interface Urgency {
  text: string
  tone: Tone
}

const day = 86_400_000
/** A job without a preferred date is urgent once it has waited this long. */
const patience = 2 * day

const wantedDate = ({ preferredDate }: Job): string | null => preferredDate?.slice(0, 10) ?? null

/** The urgency of a waiting job; null if it has time. */
export function urgencyOf(job: Job, now: number, timeZone: string): Urgency | null {
  if (job.held) return null
  const wanted = wantedDate(job)
  // The card says which day the customer prefers.
  const passed = passedText(wanted, timeZone)
  if (passed !== null) return { text: passed, tone: 'bad' }
  if (wanted === today(timeZone)) return { text: 'Today', tone: 'bad' }
  if (job.priority > 0) return { text: 'High priority', tone: 'warn' }
  const waited = now - Date.parse(job.createdAt)
  if (wanted === null && waited > patience)
    return { text: `Waiting ${Math.floor(waited / day)} days`, tone: 'warn' }
  return null
}

/**
 * The most urgent job first: passed and near dates, then priority, then the longest wait. Jobs on hold come last,
 * because nobody may schedule them yet.
 */
export function byUrgency(jobs: readonly Job[], now: number, zoneOf: (id: string | null) => string): Job[] {
  const rank = (job: Job): number => {
    if (job.held) return 4
    const wanted = wantedDate(job)
    if (wanted !== null && wanted <= today(zoneOf(job.franchiseId))) return 0
    if (job.priority > 0) return 1
    if (wanted !== null) return 2
    return now - Date.parse(job.createdAt) > patience ? 1 : 3
  }
  return jobs
    .map((job) => ({ job, rank: rank(job) }))
    .toSorted(
      (a, b) =>
        a.rank - b.rank ||
        b.job.priority - a.job.priority ||
        compare(wantedDate(a.job) ?? '9999', wantedDate(b.job) ?? '9999') ||
        compare(a.job.createdAt, b.job.createdAt),
    )
    .map(({ job }) => job)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
