import { hasEnded } from '../../../lib/job-states'
import type { Job } from '../../../modules/jobs/model'
import { formatDate, formatMoment } from '../../client/format'
import { jobWords } from '../shared/words'

type About = Pick<Job, 'customerName' | 'type' | 'status' | 'scheduledStart' | 'preferredDate'>

/** Whose job it is and how it stands: what became of it, else its visit, else what the customer wants. */
export function wordsOfJob(job: About, timeZone: string): string {
  return [job.customerName, job.type, standing(job, timeZone)].filter(Boolean).join(' · ')
}

function standing({ status, scheduledStart, preferredDate }: About, timeZone: string): string {
  if (hasEnded(status)) return jobWords[status] ?? status
  if (scheduledStart !== null) return formatMoment(scheduledStart, timeZone)
  return preferredDate === null ? '' : `wants ${formatDate(preferredDate)}`
}

const id = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const sentence = new RegExp(`\\bJob ${id}\\.(?: |$)`, 'g')
const mention = new RegExp(`\\bJob ${id}\\b`, 'g')

/** Says nothing to anybody: the line leads to the job, and has its customer. */
export const withoutIds = (detail: string): string =>
  detail.replaceAll(sentence, '').replaceAll(mention, 'The job').trim()
