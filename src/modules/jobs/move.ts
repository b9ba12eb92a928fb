import { eq } from 'drizzle-orm'
import { workers } from '../../../db/schema'
import type { JobStatus } from '../../../db/schema/jobs'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { day, minute } from '../../lib/clock'
import { conflict, invalid, missing } from '../../lib/errors'
import { mayBecome, nextStatuses } from '../../lib/job-states'
import { queueMessage, wakeSender, type Message } from '../messages'
import { raiseTodo } from '../office'
import { completedMessages, missedMessages, onTheWayMessages, unscheduledMessages } from './messages'
import type { Job } from './model'
import { requireJob, presentJob, type JobRow } from './rows'
import { changeJob, type JobState } from './timeline'

export interface Move {
  to: JobStatus
  actor: string
  tellCustomer: boolean
  /** Restricts the move to this worker's own jobs; anybody else's do not exist for him. */
  workerId?: string
  /** When it was done, where it is told later. */
  doneAt?: number | undefined
  /** What its end brings with it, in the same unit; gives whether an invoice goes out to the customer. */
  onCompleted?: (tx: Tx, job: JobRow) => Promise<boolean>
}

/** Who hears of it later than this would wait for somebody who is there already. */
const newsForMs = 15 * minute

/** Moves a job on in its life. Cancelling goes through `cancelJob`, which knows about money. */
export async function moveJob(deps: Deps, id: string, move: Move): Promise<Job> {
  if (move.to === 'cancelled') throw invalid('Use cancel, which also settles the payment')
  const at = deps.clock.now()
  const moved = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (move.workerId !== undefined && job.workerId !== move.workerId) throw missing('Job')
    if (move.to === 'scheduled' && mayBeScheduled(job.status))
      throw conflict('A job becomes scheduled by giving it a time: use schedule')
    assertMove(job.status, move.to)
    const doneAt = reasonably(move.doneAt ?? at, job, at)
    const change = entering(move.to, doneAt)
    const changed = await changeJob(tx, job, change, { kind: kindOf(move.to), actor: move.actor, at })
    const isInvoiced = move.to === 'completed' && (await move.onCompleted?.(tx, changed.job)) === true
    const isStale = move.to === 'en_route' && at - doneAt > newsForMs
    if (move.tellCustomer && !isStale)
      for (const message of await news(tx, changed.job, changed.event, isInvoiced))
        await queueMessage(tx, at, message)
    if (move.to === 'no_show' && move.workerId !== undefined) await askForNewTime(tx, at, job)
    return changed.job
  })
  wakeSender(deps)
  return presentJob(moved)
}

/** The office learns of it from here alone: the worker has gone on to the next visit. */
async function askForNewTime(tx: Tx, now: number, { id, franchiseId }: JobRow): Promise<void> {
  await raiseTodo(tx, now, {
    kind: 'job.no-show',
    subject: id,
    title: 'Nobody was there when the worker came: find a new time with the customer',
    franchiseId,
  })
}

/** The line of the timeline. A visit gets its time by scheduling; here it only is not under way any more. */
const kindOf = (to: JobStatus): string => (to === 'scheduled' ? 'not_on_the_way' : to)

/** A phone's word on when a step was done holds within a day, after the step before, and never for the future. */
function reasonably(claimed: number, { enRouteAt, startedAt }: JobRow, now: number): number {
  return Math.min(Math.max(claimed, now - day, startedAt ?? enRouteAt ?? 0), now)
}

/** What a status brings with it. */
function entering(status: JobStatus, at: number): Partial<JobState> {
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
      return { status, enRouteAt: null }
    case 'en_route':
      return { status, enRouteAt: at }
    case 'in_progress':
      return { status, startedAt: at }
    case 'completed':
      return { status, completedAt: at }
    case 'cancelled':
    case 'no_show':
      return { status }
  }
}

async function news(tx: Tx, job: JobRow, event: number, isInvoiced: boolean): Promise<Message[]> {
  if (job.status === 'completed') return completedMessages(job, event, isInvoiced)
  if (job.status === 'en_route') return onTheWayMessages(job, event, await workerName(tx, job.workerId))
  if (job.status === 'pending') return unscheduledMessages(job, event)
  if (job.status === 'no_show') return missedMessages(job, event)
  return []
}

export async function workerName(tx: Tx, id: string | null): Promise<string | null> {
  if (id === null) return null
  const [worker] = await tx.select({ name: workers.name }).from(workers).where(eq(workers.id, id)).limit(1)
  return worker?.name ?? null
}

/** A visit can be given or changed until the worker is on the way. */
const schedulable: readonly JobStatus[] = ['pending', 'scheduled']

export const mayBeScheduled = (from: JobStatus): boolean => schedulable.includes(from)

export function assertMove(from: JobStatus, to: JobStatus): void {
  if (mayBecome(from, to)) return
  const open: readonly JobStatus[] = nextStatuses[from]
  throw conflict(
    open.length === 0
      ? `The job is ${words(from)}; it cannot be changed any more`
      : `A job that is ${words(from)} can become ${open.map(words).join(', ')}, but not ${words(to)}`,
  )
}

const words = (status: JobStatus) => status.replaceAll('_', ' ')
