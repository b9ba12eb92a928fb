import { eq, sql } from 'drizzle-orm'
import { prepared } from '../../../db/prepared'
import { workers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, minute } from '../../lib/clock'
import { conflict, invalid, missing } from '../../lib/errors'
import { timeZoneOf } from '../franchises/time-zones'
import { queueMessage } from '../messages/queue'
import { wakeSender } from '../messages/wake'
import { serviceOf } from './duration'
import { requireJob } from './find'
import { mayBeScheduled } from './lifecycle'
import type { Job } from './model'
import { presentJob, type JobRow } from './present'
import { assertAsSeen } from './seen'
import { tellScheduled } from './tell'
import { changeJob } from './timeline'
import { durationMs } from './visit-length'

export interface Visit {
  workerId: string | null
  start: number
  /** Left out, the service type tells how long the visit takes. */
  end?: number | undefined
  bufferMinutes?: number | undefined
  locked?: boolean | undefined
  /** The job as the caller saw it; left out, it is taken as it is. */
  revision?: number | undefined
  actor: string
  tellCustomer: boolean
}

/**
 * Gives a job its time and worker, or other ones. The history of every change stays in the timeline. A visit
 * of yesterday can still be put down; what lies further back is a slip of the pen.
 */
export async function scheduleJob(deps: Deps, id: string, visit: Visit): Promise<Job> {
  if (visit.start < deps.clock.now() - day)
    throw invalid('Validation failed', ['start: lies more than a day in the past'])
  const scheduled = await deps.store.write((tx) => scheduleInUnit(tx, deps, id, visit))
  wakeSender(deps)
  return presentJob(scheduled)
}

export async function scheduleInUnit(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  id: string,
  visit: Visit,
): Promise<JobRow> {
  const at = deps.clock.now()
  const job = await requireJob(tx, id)
  if (!mayBeScheduled(job.status))
    throw conflict(`The job is ${job.status.replaceAll('_', ' ')}; its time cannot be changed`)
  await assertAsSeen(tx, deps.config, job, visit.revision)
  const worker = visit.workerId === null ? null : await requireActiveWorker(tx, visit.workerId)
  const times = await visitTimes(tx, job, visit)
  const { job: changed, event } = await changeJob(
    tx,
    job,
    {
      status: 'scheduled',
      workerId: visit.workerId,
      ...times,
      ...(visit.locked === undefined ? {} : { locked: visit.locked }),
    },
    { kind: job.status === 'scheduled' ? 'rescheduled' : 'scheduled', actor: visit.actor, at },
  )
  if (visit.tellCustomer && isNews(job, changed, at)) {
    const timeZone = await timeZoneOf(tx, deps.config, changed.franchiseId)
    const workerName = worker?.name ?? null
    const kept = isSameTime(job, changed)
    const moved = job.scheduledStart !== null && !kept
    for (const message of tellScheduled(changed, event, { timeZone, workerName, moved, kept }))
      await queueMessage(tx, at, message)
  }
  return changed
}

/** A visit that has begun is no news, nor is one that stays as it was. */
function isNews(before: JobRow, after: JobRow, now: number): boolean {
  if (after.scheduledStart! <= now) return false
  return !isSameTime(before, after) || before.workerId !== after.workerId
}

const isSameTime = (before: JobRow, after: JobRow): boolean =>
  before.scheduledStart === after.scheduledStart && before.scheduledEnd === after.scheduledEnd

async function visitTimes(tx: Tx, job: JobRow, { start, end, bufferMinutes }: Visit) {
  const service = await serviceOf(tx, job.type)
  if (end !== undefined && end <= start) throw invalid('Validation failed', ['end: must be after start'])
  const length = end === undefined ? service && durationMs(service, job) : end - start
  if (!length)
    throw invalid('Validation failed', [
      'end: is required, since the service type does not say how long it takes',
    ])
  const buffer = (bufferMinutes ?? service?.bufferMinutes ?? 0) * minute
  if (length + buffer > 24 * 60 * minute)
    throw invalid('Validation failed', ['end: a visit takes a day at the most'])
  return { scheduledStart: start, scheduledEnd: start + length, busyUntil: start + length + buffer }
}

const workerById = prepared((db) =>
  db
    .select({ name: workers.name, active: workers.active })
    .from(workers)
    .where(eq(workers.id, sql.placeholder('id')))
    .limit(1),
)

async function requireActiveWorker(tx: Tx, id: string) {
  const worker = await workerById.get(tx, { id })
  if (!worker) throw missing('Worker')
  if (!worker.active) throw conflict('The worker is not active')
  return worker
}
