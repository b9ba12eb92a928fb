import { and, desc, eq, lt, notInArray } from 'drizzle-orm'
import { jobEvents } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { holdBack, letGo, queueMessage, undoMs, wakeSender } from '../messages'
import { recordActivity } from '../office'
import { jobSubject } from './audit'
import { unscheduledMessages } from './messages'
import type { Job } from './model'
import { presentJob, requireJob, type JobRow } from './rows'
import { assertUnchanged, tellOfVisit } from './schedule'
import { keepNamed, toldBefore } from './technician-name'
import { aboutEvent, changeJob, type JobState } from './timeline'

interface Seen {
  /** The revision of the job since the change. */
  revision: number
  actor: Actor
}

/**
 * Takes back the last change of a visit together with its messages, as long as those wait. A message that the
 * change had replaced goes out after all.
 */
export async function undoChange(deps: Deps, id: string, { revision, actor }: Seen): Promise<Job> {
  const at = deps.clock.now()
  const restored = await deps.store.write(async (tx) => {
    const job = await requireJob(tx, id)
    const last = await recentChange(tx, deps, job, revision)
    if (!(await holdBack(tx, aboutEvent(id, last.id)))) throw alreadyTold()
    const before = last.before as Partial<JobState>
    const known = { namedWorkerId: before.workerId }
    const { job: undone } = await changeJob(tx, job, before, { kind: 'undone', actor, at }, known)
    const earlier = await lastEvent(tx, id, last.id)
    if (earlier) await letGo(tx, aboutEvent(id, earlier.id), 'replaced')
    return undone
  })
  wakeSender(deps)
  return presentJob(restored)
}

/** Decides again whether the customer hears about the last change of a visit, as long as nothing was sent. */
export async function notifyOfChange(
  deps: Deps,
  id: string,
  { revision, actor, tellCustomer }: Seen & { tellCustomer: boolean },
): Promise<Job> {
  const at = deps.clock.now()
  const job = await deps.store.write(async (tx) => {
    const current = await requireJob(tx, id)
    const last = await recentChange(tx, deps, current, revision)
    const abouts = aboutEvent(id, last.id)
    if (!tellCustomer) {
      if (!(await holdBack(tx, abouts))) throw alreadyTold()
      await keepNamed(tx, current, (await toldBefore(tx, current, last.id)).workerId)
    } else if ((await letGo(tx, abouts, 'held')) === 0) await tell(tx, deps, current, last)
    const subject = jobSubject(current)
    await recordActivity(tx, at, {
      type: 'job.notify-decided',
      actor,
      summary: `Decided ${tellCustomer ? 'to notify' : 'not to notify'} the customer about a change of ${subject.name}`,
      subject,
      franchiseId: current.franchiseId,
    })
    return current
  })
  wakeSender(deps)
  return presentJob(job)
}

/** Queues the messages that nobody wanted at first. */
async function tell(tx: Tx, deps: Deps, job: JobRow, { id: event, at }: Line): Promise<void> {
  const dueAt = at + undoMs
  if (job.status !== 'pending')
    return tellOfVisit(tx, deps, await toldBefore(tx, job, event), { job, event }, dueAt)
  for (const message of unscheduledMessages(deps.settings, job, event))
    await queueMessage(tx, deps.clock.now(), { ...message, dueAt })
}

const alreadyTold = () => conflict('The customer already got a message about this change')

/** The kinds of timeline entries that a dispatcher can take back. */
const undoable = new Set(['scheduled', 'rescheduled', 'pending'])

type Line = Pick<typeof jobEvents.$inferSelect, 'id' | 'at' | 'before'>

/** The newest timeline entry, if it is the change the caller means and can still be undone. */
async function recentChange(tx: Tx, deps: Deps, job: JobRow, revision: number): Promise<Line> {
  await assertUnchanged(tx, deps.settings, job, revision)
  const last = await lastEvent(tx, job.id)
  if (!last || !undoable.has(last.kind)) throw conflict("This change can't be undone")
  if (deps.clock.now() >= last.at + undoMs)
    throw conflict("It's too late to undo this change. Move the visit back instead.")
  return last
}

/** Finding the address on the map happens in the background and says nothing about the visit. */
const aside = ['placed', 'not-placed']

/** The newest timeline entry of a visit, or the one before another. */
export async function lastEvent(tx: Tx, jobId: string, before?: number) {
  const [event] = await tx
    .select()
    .from(jobEvents)
    .where(
      and(
        eq(jobEvents.jobId, jobId),
        notInArray(jobEvents.kind, aside),
        before === undefined ? undefined : lt(jobEvents.id, before),
      ),
    )
    .orderBy(desc(jobEvents.id))
    .limit(1)
  return event
}
