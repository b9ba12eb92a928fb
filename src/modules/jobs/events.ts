import type { JobStatus } from '../../../db/schema/jobs'
import type { Tx } from '../../../db/store'
import { hasEnded } from '../../lib/job-states'
import { eventType, recordEvent, type EventType } from '../events'
import { Job } from './model'
import { presentJob, type JobRow, type NewJob } from './rows'

const jobEvent = (type: string, summary: string) => eventType(`job.${type}`, summary, Job)

const booked = jobEvent('booked', 'A job was booked')
const confirmed = jobEvent('confirmed', 'An online booking was confirmed')
const rescheduled = jobEvent('rescheduled', 'A visit was moved to another time')
const assigned = jobEvent('assigned', 'A visit got a technician, or a different one')
const updated = jobEvent('updated', 'Details, the price, the franchise or the priority of a job changed')

const byStatus: Record<JobStatus, EventType<Job>> = {
  pending: jobEvent('unscheduled', 'A visit was taken off the schedule'),
  scheduled: jobEvent('scheduled', 'A job was scheduled'),
  en_route: jobEvent('en_route', 'A technician is on the way'),
  in_progress: jobEvent('started', 'A technician started the work'),
  completed: jobEvent('completed', 'A technician finished the work'),
  cancelled: jobEvent('cancelled', 'A job was canceled'),
  no_show: jobEvent('no_show', "A customer wasn't home"),
}

/** Every event about a job. */
export const jobEventTypes: EventType[] = [
  booked,
  confirmed,
  byStatus.scheduled,
  rescheduled,
  assigned,
  byStatus.pending,
  byStatus.en_route,
  byStatus.in_progress,
  byStatus.completed,
  byStatus.no_show,
  byStatus.cancelled,
  updated,
]

export const announceBooked = (tx: Tx, job: NewJob): Promise<void> =>
  recordEvent(tx, job.createdAt, booked, () => presentJob(job))

/** Payments have events of their own, and finding the address on the map is no news. */
const detailFields = [
  'franchiseId',
  'priority',
  'held',
  'locked',
  'totalCents',
  'priceCents',
  'promoCode',
] as const satisfies (keyof JobRow)[]

/** Records the events a change causes, in its unit. */
export async function announceChange(
  tx: Tx,
  before: JobRow,
  after: JobRow,
  { at, kind }: { at: number; kind: string },
): Promise<void> {
  const differs = (...fields: (keyof JobRow)[]) => fields.some((field) => before[field] !== after[field])
  const types: EventType<Job>[] = []
  if (before.confirmedAt === null && after.confirmedAt !== null) types.push(confirmed)
  // A technician who turned back or took a step back has the same visit as before.
  const hasTurnedBack =
    (before.status === 'en_route' && after.status === 'scheduled') ||
    (kind === 'undone' &&
      before.status !== after.status &&
      (before.status === 'in_progress' || hasEnded(before.status)))
  if (differs('status') && !hasTurnedBack) types.push(byStatus[after.status])
  else if (differs('scheduledStart', 'scheduledEnd')) types.push(rescheduled)
  if (differs('workerId') && after.workerId !== null) types.push(assigned)
  if (types.length === 0 && (hasTurnedBack || kind === 'corrected' || differs(...detailFields)))
    types.push(updated)
  for (const type of types) await recordEvent(tx, at, type, () => presentJob(after))
}
