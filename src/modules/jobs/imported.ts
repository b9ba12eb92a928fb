import { and, eq, sql } from 'drizzle-orm'
import { among, isAnyOf } from '../../../db/conditions'
import { inBulk } from '../../../db/full-text'
import { attachments, jobEvents, jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { referencesFor } from '../../lib/reference'
import { zipIn } from '../../lib/text'
import { servingZip, type ZipCenters } from '../franchises'
import { dropTodos } from '../office'
import type { JobRow } from './rows'

/** A job as a file describes it. */
export interface ImportedJob extends Pick<
  JobRow,
  | 'id'
  | 'customerId'
  | 'customerName'
  | 'customerEmail'
  | 'customerPhone'
  | 'address'
  | 'type'
  | 'serviceTypeId'
  | 'workerId'
  | 'scheduledStart'
  | 'scheduledEnd'
  | 'preferredDate'
  | 'totalCents'
  | 'paymentState'
  | 'paidBeforeCents'
  | 'notes'
> {
  status: 'pending' | 'scheduled' | 'completed' | 'cancelled' | 'no_show'
  /** Nobody has to find its address on the map anymore. */
  isHistory: boolean
  /** Null counts from the import. */
  createdAt: number | null
}

/**
 * Adds jobs in one statement, whatever their number: no messages, events, to-dos or money. They start at
 * revision 1 and have no timeline of their own until somebody changes them, which is how the undo finds
 * those that nobody did.
 */
export async function insertImportedJobs(
  tx: Tx,
  at: number,
  added: readonly ImportedJob[],
  centers: ZipCenters,
): Promise<void> {
  if (added.length === 0) return
  const franchiseOf = await franchisesByZip(tx, added, centers)
  const references = await freeReferences(tx, added)
  const rows = added.map((job) => ({
    ...job,
    reference: references.get(job.id),
    // A visit ahead of us gets its technician below, if they are free.
    workerId: job.status === 'scheduled' ? null : job.workerId,
    zip: zipIn(job.address),
    franchiseId: franchiseOf.get(zipIn(job.address)) ?? null,
    placeState: job.isHistory ? 'unknown' : 'waiting',
    completedAt: job.status === 'completed' ? job.scheduledEnd : null,
    cancelledAt: job.status === 'cancelled' ? (job.scheduledStart ?? job.createdAt ?? at) : null,
    // Customers were promised this time, so dispatch doesn't move it.
    locked: Number(job.status === 'scheduled'),
    createdAt: job.createdAt ?? at,
  }))
  await tx.run(sql`
    INSERT INTO jobs (id, reference, revision, source, customer_id, customer_name, customer_email, customer_phone,
      address, type, service_type_id, worker_id, status, scheduled_start, scheduled_end, busy_until, preferred_date,
      price_cents, total_cents, paid_cents, paid_before_cents, payment_state, notes, zip, franchise_id, place_state, completed_at, cancelled_at,
      locked, created_at, updated_at)
    SELECT value ->> 'id', value ->> 'reference', 1, 'import', value ->> 'customerId', value ->> 'customerName',
      value ->> 'customerEmail', value ->> 'customerPhone', value ->> 'address', value ->> 'type',
      value ->> 'serviceTypeId', value ->> 'workerId', value ->> 'status', value ->> 'scheduledStart',
      value ->> 'scheduledEnd', value ->> 'scheduledEnd', value ->> 'preferredDate', value ->> 'totalCents',
      value ->> 'totalCents', value ->> 'paidBeforeCents', value ->> 'paidBeforeCents', value ->> 'paymentState', value ->> 'notes', value ->> 'zip', value ->> 'franchiseId',
      value ->> 'placeState', value ->> 'completedAt', value ->> 'cancelledAt', value ->> 'locked',
      value ->> 'createdAt', ${at}
    FROM json_each(${JSON.stringify(rows)})`)
  for (const job of added)
    if (job.status === 'scheduled' && job.workerId !== null) await assignIfFree(tx, job.id, job.workerId)
}

/** A technician who has another visit at that time doesn't get this one; dispatch finds somebody. */
async function assignIfFree(tx: Tx, id: string, workerId: string): Promise<void> {
  await tx.run(sql`
    UPDATE jobs SET worker_id = ${workerId}
    WHERE id = ${id} AND NOT EXISTS (
      SELECT 1 FROM jobs AS other
      WHERE other.worker_id = ${workerId} AND other.status IN ('scheduled', 'en_route', 'in_progress')
        AND other.scheduled_start > jobs.scheduled_start - 86400000
        AND other.scheduled_start < jobs.busy_until AND other.busy_until > jobs.scheduled_start)
      AND NOT EXISTS (
        SELECT 1 FROM second_workers AS second JOIN jobs AS other ON other.id = second.job_id
        WHERE second.worker_id = ${workerId} AND other.status IN ('scheduled', 'en_route', 'in_progress')
          AND second.start > jobs.scheduled_start - 86400000
          AND second.start < jobs.busy_until AND other.busy_until > jobs.scheduled_start)`)
}

async function franchisesByZip(
  tx: Tx,
  added: readonly ImportedJob[],
  centers: ZipCenters,
): Promise<Map<string | null, string>> {
  const found = new Map<string | null, string>()
  for (const zip of new Set(added.map(({ address }) => zipIn(address)))) {
    const franchise = await servingZip(tx, zip, centers)
    if (franchise) found.set(zip, franchise.id)
  }
  return found
}

/** The first reference of each job that no other has. One query checks those of all. */
async function freeReferences(tx: Tx, added: readonly ImportedJob[]): Promise<Map<string, string>> {
  const candidates = added.map(({ id }) => ({ id, references: [...referencesFor(id)].slice(0, 4) }))
  const rows = await tx.all<{ reference: string }>(
    sql`SELECT reference FROM jobs WHERE reference IN ${among(candidates.flatMap(({ references }) => references))}`,
  )
  const taken = new Set(rows.map(({ reference }) => reference))
  const free = new Map<string, string>()
  for (const { id, references } of candidates) {
    const reference = references.find((one) => !taken.has(one))
    if (reference === undefined) throw new Error('No reference is free')
    taken.add(reference)
    free.set(id, reference)
  }
  return free
}

/** The same work for the same customer at the same time is the same job, so a file can be imported twice. */
export const sameWork = (
  job: Pick<JobRow, 'customerId' | 'type' | 'scheduledStart' | 'preferredDate'>,
): string => [job.customerId, job.type.toLowerCase(), job.scheduledStart, job.preferredDate].join('\n')

/** The work we have for these customers, in the form of `sameWork`. */
export async function workOf(db: Db, customerIds: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({
      customerId: jobs.customerId,
      type: jobs.type,
      scheduledStart: jobs.scheduledStart,
      preferredDate: jobs.preferredDate,
    })
    .from(jobs)
    .where(isAnyOf(jobs.customerId, customerIds))
  return new Set(rows.map(sameWork))
}

/** Finding its place on the map isn't a use of a job. */
const unusedKinds = sql`('imported', 'placed', 'not-placed')`

/** Removes imported jobs that nobody has changed since, and says which. */
export async function removeImportedJobs(tx: Tx, at: number, ids: readonly string[]): Promise<string[]> {
  const events = sql`SELECT 1 FROM ${jobEvents} AS event WHERE event.job_id = ${jobs.id}`
  const unused = await tx
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        isAnyOf(jobs.id, ids),
        eq(jobs.source, 'import'),
        sql`NOT EXISTS (${events} AND event.kind NOT IN ${unusedKinds})`,
        sql`NOT EXISTS (SELECT 1 FROM ${attachments} AS file WHERE file.job_id = ${jobs.id})`,
        sql`(EXISTS (${events}) OR (${jobs.revision} = 1 AND ${jobs.updatedAt} = ${at}))`,
      ),
    )
  const removed = unused.map(({ id }) => id)
  await dropTodos(tx, removed)
  await tx.delete(jobEvents).where(isAnyOf(jobEvents.jobId, removed))
  // No other job ever gets their numbers, so their words can wait to be taken off the disk.
  await inBulk(tx, 'job_search', async () => tx.delete(jobs).where(isAnyOf(jobs.id, removed)))
  return removed
}
