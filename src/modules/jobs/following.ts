import { eq, sql, type SQL } from 'drizzle-orm'
import { followingJobs } from '../../../db/schema'
import type { JobStatus } from '../../../db/schema/jobs'
import { brokenConstraint, prepared, type Db, type Tx } from '../../../db/store'
import { minute } from '../../lib/clock'
import { conflict, invalid, missing } from '../../lib/errors'
import { hasEnded, hasFallenThrough } from '../../lib/job-states'
import { referenceOf } from '../../lib/reference'
import { clearTodo, raiseTodo } from '../office'
import { findJob, type JobRow } from './rows'

/** The order that a change asks for. Fields that are left out stay as they are. */
interface OrderChange {
  afterJobId?: string | null | undefined
  gapMinutes?: number | undefined
}

interface Order {
  afterJobId: string | null
  gapMinutes: number | null
}

const first = prepared((db) =>
  db
    .select({ afterJobId: followingJobs.afterJobId, gapMinutes: followingJobs.gapMinutes })
    .from(followingJobs)
    .where(eq(followingJobs.jobId, sql.placeholder('jobId')))
    .limit(1),
)

const unordered: Order = { afterJobId: null, gapMinutes: null }

/** The order of a job as people read it: the reference of the job before it. */
export interface OrderShown {
  comesAfter?: string | null
  gapMinutes?: number | null
}

async function shownOrder(tx: Tx, { afterJobId, gapMinutes }: Order): Promise<OrderShown> {
  const other = afterJobId === null ? undefined : await findJob(tx, afterJobId)
  return { comesAfter: other ? referenceOf(other) : null, gapMinutes }
}

/** Puts a job after another one, or takes it out of the order. Returns what the timeline says about it. */
export async function changeOrder(
  tx: Tx,
  at: number,
  job: JobRow,
  change: OrderChange,
): Promise<{ before: OrderShown; after: OrderShown }> {
  const none = { before: {}, after: {} }
  if (change.afterJobId === undefined && change.gapMinutes === undefined) return none
  const before: Order = (await first.get(tx, { jobId: job.id })) ?? unordered
  const afterJobId = change.afterJobId === undefined ? before.afterJobId : change.afterJobId
  if (afterJobId === null && change.gapMinutes !== undefined && change.afterJobId === undefined)
    throw invalid('Validation failed', ['gapMinutes: needs `afterJobId`, the job this one comes after'])
  const isSame = afterJobId === before.afterJobId
  const gapMinutes = change.gapMinutes ?? (isSame ? before.gapMinutes : 0) ?? 0
  const after: Order = afterJobId === null ? unordered : { afterJobId, gapMinutes }
  if (isSame && after.gapMinutes === before.gapMinutes) return none
  await tx.delete(followingJobs).where(eq(followingJobs.jobId, job.id))
  await clearTodo(tx, at, 'job.first-canceled', job.id)
  if (afterJobId !== null) await putAfter(tx, job, { afterJobId, gapMinutes })
  return { before: await shownOrder(tx, before), after: await shownOrder(tx, after) }
}

async function putAfter(
  tx: Tx,
  job: JobRow,
  { afterJobId, gapMinutes }: { afterJobId: string; gapMinutes: number },
): Promise<void> {
  const other = await findJob(tx, afterJobId)
  if (!other || other.franchiseId !== job.franchiseId) throw missing('Job')
  if (!isRelated(job, other))
    throw conflict('A job can only come after another one of the same customer or at the same address')
  if (hasEnded(job.status)) throw conflict('This job has ended, so it has no order anymore')
  if (hasFallenThrough(other.status)) throw conflict('The other job was canceled or missed')
  try {
    await tx.insert(followingJobs).values({ jobId: job.id, afterJobId, gapMinutes })
  } catch (error) {
    if (brokenConstraint(error) !== 'truckroll:circle') throw error
    throw conflict('The other job already comes after this one')
  }
  if (await isOutOfOrder(tx, job.id))
    throw conflict('This job is scheduled too early to come after the other one. Move its visit first.')
}

/** One customer, or one address. */
function isRelated(one: JobRow, other: JobRow): boolean {
  const plain = ({ address }: JobRow) => address.trim().toLowerCase()
  return (one.customerId !== null && one.customerId === other.customerId) || plain(one) === plain(other)
}

const planned = sql.raw("('scheduled', 'en_route', 'in_progress')")
const outOfOrder = (pending: SQL) =>
  sql`visit.status IN ${planned} AND (${pending}
    OR first.status IN ${planned} AND first.scheduled_end + link.gap_minutes * ${sql.raw(String(minute))} > visit.scheduled_start
    OR first.status = 'completed'
      AND coalesce(first.completed_at, first.scheduled_end) + link.gap_minutes * ${sql.raw(String(minute))} > visit.scheduled_start)`

const brokenOrders = (pending: SQL) =>
  prepared((db) =>
    db
      .select({ jobId: sql<string>`visit.id` })
      .from(
        sql`following_jobs AS link JOIN jobs AS first ON first.id = link.after_job_id JOIN jobs AS visit ON visit.id = link.job_id`,
      )
      .where(
        sql`(link.job_id = ${sql.placeholder('id')} OR link.after_job_id = ${sql.placeholder('id')}) AND ${outOfOrder(pending)}`,
      )
      .limit(1),
  )

const broken = brokenOrders(sql`0`)
const brokenOrUnscheduled = brokenOrders(sql`first.status = 'pending'`)

/** Whether a visit begins before the job it follows is done, or a follower before this one is. */
const isOutOfOrder = async (db: Db, id: string): Promise<boolean> =>
  (await broken.get(db, { id })) !== undefined

/** Refuses planned visits that begin before the job they follow has a time and is done. */
export async function assertInOrder(tx: Tx, ids: readonly string[]): Promise<void> {
  for (const id of ids)
    if (await brokenOrUnscheduled.get(tx, { id }))
      throw conflict("The job before this one wouldn't be done by then")
}

const openFollowers = prepared((db) =>
  db
    .select({ id: sql<string>`visit.id`, service: sql<string>`visit.type` })
    .from(sql`following_jobs AS link JOIN jobs AS visit ON visit.id = link.job_id`)
    .where(
      sql`link.after_job_id = ${sql.placeholder('id')}
        AND visit.status IN ('pending', 'scheduled', 'en_route', 'in_progress')`,
    ),
)

/** Jobs stay when the one before them falls through; HQ decides what becomes of them. */
export async function reviewOrder(tx: Tx, now: number, job: JobRow, status: JobStatus): Promise<void> {
  if (!hasEnded(status)) return
  await clearTodo(tx, now, 'job.first-canceled', job.id)
  if (!hasFallenThrough(status)) return
  for (const { id, service } of await openFollowers.all(tx, { id: job.id }))
    await raiseTodo(tx, now, {
      kind: 'job.first-canceled',
      subject: id,
      title: `${job.type} ${status === 'cancelled' ? 'was canceled' : 'was missed'}, and ${service} comes after it`,
      detail: 'Check whether it can still be done. Then take it out of the order, or cancel it.',
      franchiseId: job.franchiseId,
    })
}
