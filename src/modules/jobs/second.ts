import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { jobEvents, jobs, secondWorkers } from '../../../db/schema'
import { prepared, type Db, type Tx } from '../../../db/store'
import { invalid } from '../../lib/errors'
import { serviceOf } from '../catalog'
import { clearTodo, keepTodo } from '../office'
import type { JobRow } from './rows'

/** The second technician of a visit that needs two; the job's own worker is the lead. */
export interface SecondState {
  /** Left out where nobody looked. */
  secondWorkerId?: string | null
}

const byJob = prepared((db) =>
  db
    .select({ workerId: secondWorkers.workerId })
    .from(secondWorkers)
    .where(eq(secondWorkers.jobId, sql.placeholder('jobId')))
    .limit(1),
)

export async function secondOf(db: Db, jobId: string): Promise<string | null> {
  return (await byJob.get(db, { jobId }))?.workerId ?? null
}

/** The second technicians of several jobs, by job. */
export async function secondsOf(db: Db, jobIds: readonly string[]): Promise<Map<string, string>> {
  if (jobIds.length === 0) return new Map()
  const rows = await db
    .select()
    .from(secondWorkers)
    .where(inArray(secondWorkers.jobId, [...jobIds]))
  return new Map(rows.map(({ jobId, workerId }) => [jobId, workerId]))
}

/** Whether a worker makes the visit, as the lead or as the second technician. */
export const isMadeBy = (workerId: string): SQL =>
  sql`(${jobs.workerId} = ${workerId} OR ${jobs.id} IN
    (SELECT s.job_id FROM second_workers AS s WHERE s.worker_id = ${workerId}))`

/** Whether a worker makes the visit or was ever to make it. */
export async function wasEverMadeBy(db: Db, jobId: string, workerId: string): Promise<boolean> {
  const { before, after } = jobEvents
  const [found] = await db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        eq(jobs.id, jobId),
        sql`(${isMadeBy(workerId)} OR EXISTS (SELECT 1 FROM ${jobEvents} WHERE ${jobEvents.jobId} = ${jobs.id}
          AND ${workerId} IN (${before} ->> 'workerId', ${after} ->> 'workerId',
            ${before} ->> 'secondWorkerId', ${after} ->> 'secondWorkerId')))`,
      ),
    )
    .limit(1)
  return found !== undefined
}

/** Whether a worker makes a visit that starts in a span, along the index of the technician's starts. */
export const isMadeByWithin = (workerId: string, { from, before }: { from: number; before: number }): SQL =>
  sql`(${jobs.workerId} = ${workerId} AND ${jobs.scheduledStart} >= ${from} AND ${jobs.scheduledStart} < ${before}
    OR ${jobs.id} IN (SELECT s.job_id FROM second_workers AS s
      WHERE s.worker_id = ${workerId} AND s.start >= ${from} AND s.start < ${before}))`

/** The second technician before and after a change of a visit. */
interface ChangeOfSecond {
  id: string | null
  before: SecondState
  after: SecondState
  /** Everyone who is or was the second technician. */
  ids: string[]
}

/** A visit keeps its second technician, unless the change names another one or takes its time or its lead. */
export async function changeOfSecond(
  tx: Tx,
  job: JobRow & SecondState,
  change: Partial<JobRow> & SecondState,
): Promise<ChangeOfSecond> {
  const isAsked = change.secondWorkerId !== undefined
  const isAboutVisit = 'status' in change || 'workerId' in change || 'scheduledStart' in change
  if (!isAsked && !isAboutVisit) return nobody
  const { workerId, scheduledStart } = { ...job, ...change }
  const former = job.secondWorkerId === undefined ? await formerSecond(tx, job) : job.secondWorkerId
  const wanted = isAsked ? (change.secondWorkerId ?? null) : former
  const id = workerId === null || scheduledStart === null || wanted === workerId ? null : wanted
  const ids = [former, id].filter((one) => one !== null)
  if (id === former) return { ...nobody, id, ids }
  return { id, before: { secondWorkerId: former }, after: { secondWorkerId: id }, ids }
}

const formerSecond = async (tx: Tx, { id, scheduledStart }: JobRow): Promise<string | null> =>
  scheduledStart === null ? null : secondOf(tx, id)

const nobody: ChangeOfSecond = { id: null, before: {}, after: {}, ids: [] }

export async function dropSecond(tx: Tx, jobId: string): Promise<void> {
  await tx.delete(secondWorkers).where(eq(secondWorkers.jobId, jobId))
}

/** Runs after the job has its new time, which a trigger compares with everything else the technician does. */
export async function keepSecond(tx: Tx, job: JobRow, workerId: string | null): Promise<void> {
  if (workerId === null || job.scheduledStart === null) return
  await tx
    .insert(secondWorkers)
    .values({ jobId: job.id, workerId, start: job.scheduledStart })
    .onConflictDoNothing()
}

/**
 * The second technician of a rescheduled visit. If the lead changes places with the second, the former lead is the
 * second now.
 */
export function secondAfter(
  job: JobRow & SecondState,
  { workerId, secondWorkerId }: { workerId: string | null; secondWorkerId?: string | null | undefined },
): string | null {
  if (workerId === null) return null
  if (secondWorkerId === workerId)
    throw invalid('Validation failed', ['secondWorkerId: must be someone else than the lead'])
  if (secondWorkerId !== undefined) return secondWorkerId
  return job.secondWorkerId === workerId ? job.workerId : (job.secondWorkerId ?? null)
}

/** Keeps a to-do about a coming visit that needs two technicians and has one. `before` is the job before its change. */
export async function reviewSecond(tx: Tx, now: number, before: JobRow, job: JobRow): Promise<void> {
  const needed = job.technicians ?? (await serviceOf(tx, job.type))?.technicians
  if (needed !== 2 && before.technicians === job.technicians) return
  const isAhead = job.status === 'scheduled' && job.workerId !== null && (job.scheduledStart ?? 0) > now
  if (needed !== 2 || !isAhead || (await secondOf(tx, job.id)) !== null)
    return clearTodo(tx, now, 'job.second-missing', job.id)
  await keepTodo(tx, now, {
    kind: 'job.second-missing',
    subject: job.id,
    title: `${job.type} needs a second technician`,
    detail: 'Assign someone who is free at that time, or move the visit.',
    franchiseId: job.franchiseId,
  })
}
