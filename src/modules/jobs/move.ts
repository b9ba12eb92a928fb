import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { jobs, workers } from '../../../db/schema'
import type { JobStatus } from '../../../db/schema/jobs'
import { prepared, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { day, minute, second } from '../../lib/clock'
import { conflict, invalid, missing } from '../../lib/errors'
import { isUnderWay, mayBecome, nextStatuses, underWay } from '../../lib/job-states'
import { waitAtDoorMs } from '../../lib/own-steps'
import { queueMessage, undoMs, wakeSender, type Message } from '../messages'
import { raiseTodo } from '../office'
import { completedMessages, missedMessages, onTheWayMessages, unscheduledMessages } from './messages'
import type { Job } from './model'
import { requireJob, presentJob, type JobRow } from './rows'
import { changeJob, stateBefore, type Changed, type JobState } from './timeline'

export interface Move {
  to: JobStatus
  actor: Actor
  tellCustomer: boolean
  /** Holds the message for a few seconds, so that the change can be undone. */
  undoable?: boolean | undefined
  /** Limits the move to this worker's own jobs; to them, all other jobs don't exist. */
  workerId?: string
  /** When it happened, if it is reported later. */
  doneAt?: number | undefined
  /** Runs in the same unit before the change, and refuses what must not be yet. */
  check?: ((tx: Tx, job: JobRow) => Promise<void>) | undefined
  /** Runs in the same unit when the job is completed. Returns whether the customer gets an invoice. */
  onCompleted?: (tx: Tx, job: JobRow) => Promise<boolean>
}

/**
 * How long a technician can take back a step of their own: a minute on the phone, and a few seconds for the request
 * to get here. Customers hear of the step afterwards.
 */
export const stepUndoMs = minute + 5 * second

/** Past this time "on the way" is old news: the technician has probably arrived. */
const newsForMs = 15 * minute

/** Moves a job to its next status. Canceling goes through `cancelJob`, which also handles the money. */
export async function moveJob(deps: Deps, id: string, move: Move): Promise<Job> {
  if (move.to === 'cancelled') throw invalid('Cancel the job instead, which also settles its payment')
  const at = deps.clock.now()
  const moved = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (move.workerId !== undefined && job.workerId !== move.workerId) throw missing('Job')
    if (move.to === 'scheduled' && mayBeScheduled(job.status))
      throw conflict('To schedule this job, give it a start time')
    assertMove(job.status, move.to)
    await move.check?.(tx, job)
    const doneAt = reasonably(move.doneAt ?? at, job, at)
    if (move.workerId !== undefined)
      await assertOwnStep(tx, job, { ...move, workerId: move.workerId, doneAt })
    const change = entering(move.to, doneAt)
    const changed = await changeJob(tx, job, change, { kind: kindOf(move.to), actor: move.actor, at })
    const isInvoiced = move.to === 'completed' && (await move.onCompleted?.(tx, changed.job)) === true
    const isStale = move.to === 'en_route' && at - doneAt > newsForMs
    if ((await isTold(tx, move, changed)) && !isStale)
      for (const message of await news(tx, deps.settings, changed, isInvoiced))
        await queueMessage(tx, at, { ...message, dueAt: at + undoTime(move) })
    if (move.to === 'no_show' && move.workerId !== undefined) await askForNewTime(tx, at, job)
    return changed.job
  })
  wakeSender(deps)
  return presentJob(moved)
}

/**
 * A visit taken off the schedule is no news to a customer who never heard of it, and always news to one whose
 * message about another change was taken back.
 */
async function isTold(tx: Tx, { to, tellCustomer }: Move, { job, untold }: Changed): Promise<boolean> {
  if (to !== 'pending' || untold === null) return tellCustomer
  return (await stateBefore(tx, job, untold)).status !== 'pending'
}

/** Tells HQ, because the worker has already moved on to the next visit. */
async function askForNewTime(tx: Tx, now: number, { id, franchiseId, customerName }: JobRow): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'job.no-show',
    subject: id,
    title: `Customer not home: find a new time with ${customerName}`,
    franchiseId,
  })
}

/** How long the message about a move waits, because the move may be undone. */
const undoTime = ({ workerId, undoable }: Move): number =>
  workerId !== undefined ? stepUndoMs : undoable ? undoMs : 0

interface OwnStep {
  to: JobStatus
  workerId: string
  doneAt: number
}

/** Nobody is at two visits at once, and nobody is missed before they had time to come to the door. */
async function assertOwnStep(tx: Tx, job: JobRow, { to, workerId, doneAt }: OwnStep): Promise<void> {
  if (isUnderWay(to)) {
    const other = await otherUnderWay.get(tx, { workerId, id: job.id })
    if (other)
      throw conflict(
        `Finish the visit to ${other.customerName} first. You can only be on one visit at a time.`,
      )
  }
  if (to === 'no_show' && (job.arrivedAt === null || doneAt < job.arrivedAt + waitAtDoorMs))
    throw conflict(`Wait ${waitAtDoorMs / minute} minutes at the door before you close this visit`)
}

/** Few visits are under way at any time, so they are found by status. */
const otherUnderWay = prepared((db) =>
  db
    .select({ customerName: jobs.customerName })
    .from(jobs)
    .where(
      and(
        inArray(jobs.status, [...underWay]),
        sql`+${jobs.workerId} = ${sql.placeholder('workerId')}`,
        ne(jobs.id, sql.placeholder('id')),
      ),
    )
    .limit(1),
)

/** The timeline entry. Going back to `scheduled` only means that the worker is no longer on the way. */
const kindOf = (to: JobStatus): string => (to === 'scheduled' ? 'not_on_the_way' : to)

/** Trusts the phone's time only within the past day, after the previous step, and never in the future. */
export function reasonably(claimed: number, job: JobRow, now: number): number {
  const { enRouteAt, arrivedAt, startedAt } = job
  return Math.min(Math.max(claimed, now - day, startedAt ?? arrivedAt ?? enRouteAt ?? 0), now)
}

/** The fields a status sets. */
export function entering(status: JobStatus, at: number): Partial<JobState> {
  switch (status) {
    case 'pending':
      return {
        status,
        workerId: null,
        scheduledStart: null,
        scheduledEnd: null,
        busyUntil: null,
        locked: false,
      }
    case 'scheduled':
      return { status, enRouteAt: null, arrivedAt: null }
    case 'en_route':
      return { status, enRouteAt: at, arrivedAt: null }
    case 'in_progress':
      return { status, startedAt: at }
    case 'completed':
      return { status, completedAt: at }
    case 'cancelled':
    case 'no_show':
      return { status }
  }
}

async function news(
  tx: Tx,
  settings: Deps['settings'],
  { job, event }: { job: JobRow; event: number },
  isInvoiced: boolean,
): Promise<Message[]> {
  if (job.status === 'completed') return completedMessages(settings, job, event, isInvoiced)
  if (job.status === 'en_route')
    return onTheWayMessages(settings, job, event, await workerName(tx, job.workerId))
  if (job.status === 'pending') return unscheduledMessages(settings, job, event)
  if (job.status === 'no_show') return missedMessages(settings, job, event)
  return []
}

const nameById = prepared((db) =>
  db
    .select({ name: workers.name })
    .from(workers)
    .where(eq(workers.id, sql.placeholder('id')))
    .limit(1),
)

export async function workerName(tx: Tx, id: string | null): Promise<string | null> {
  return id === null ? null : ((await nameById.get(tx, { id }))?.name ?? null)
}

/** A visit can be scheduled or changed until the worker is on the way. */
const schedulable: readonly JobStatus[] = ['pending', 'scheduled']

export const mayBeScheduled = (from: JobStatus): boolean => schedulable.includes(from)

export function assertMove(from: JobStatus, to: JobStatus): void {
  if (mayBecome(from, to)) return
  const open: readonly JobStatus[] = nextStatuses[from]
  throw conflict(
    open.length === 0
      ? `This job is ${statusText(from)}, so it can't be changed anymore`
      : `A job that's ${statusText(from)} can't become ${statusText(to)}. It can become ${alternatives.format(open.map(statusText))}.`,
  )
}

const statusTexts: Record<JobStatus, string> = {
  pending: 'unscheduled',
  scheduled: 'scheduled',
  en_route: 'on the way',
  in_progress: 'in progress',
  completed: 'completed',
  cancelled: 'canceled',
  no_show: 'missed',
}

/** A status in words, to follow "This job is". */
export const statusText = (status: JobStatus): string => statusTexts[status]

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' })
