import { and, asc, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { hour } from '../../lib/clock'
import { unpaid } from '../../lib/job-states'
import { queueMessage, wakeSender } from '../messages'
import { raiseTodo } from '../office'
import { lapsedMessages } from './messages'
import { entering } from './move'
import { findJob, type JobRow } from './rows'
import { changeJob } from './timeline'

const batchSize = 50
/** A technician who is about to leave keeps the visit. */
const tooSoon = 2 * hour

/** The newest booking of which it is known whether it lapsed, so that each is looked at once. */
class Watch {
  seq = 0
}

/** Takes online bookings off the schedule that nobody paid or confirmed in time. */
export function lapseSoon(deps: Deps): void {
  deps.background.runSingle('unconfirmed bookings', async () => {
    await lapseUnconfirmed(deps)
  })
}

/** Returns how many bookings gave their window back. */
export async function lapseUnconfirmed(deps: Deps): Promise<number> {
  const { publicAccess } = deps.settings
  if (!publicAccess.release) return 0
  const watch = deps.state.of(Watch)
  const until = deps.clock.now() - publicAccess.holdHours * hour
  let count = 0
  while (!deps.background.stopping) {
    const startedAt = performance.now()
    const due = await unconfirmedSince(deps.store.read, watch.seq, until)
    const last = due.at(-1)
    if (!last) break
    count += await deps.store.write((tx) => lapseAll(tx, deps, due))
    watch.seq = last.seq
    await deps.background.restAfter(startedAt)
  }
  if (count > 0) wakeSender(deps)
  return count
}

const isUnconfirmed = and(
  inArray(jobs.status, ['pending', 'scheduled']),
  eq(jobs.source, 'public'),
  isNull(jobs.confirmedAt),
  inArray(jobs.paymentState, [...unpaid]),
  eq(jobs.held, false),
)

function unconfirmedSince(db: Db, after: number, until: number): Promise<{ id: string; seq: number }[]> {
  return db
    .select({ id: jobs.id, seq: jobs.seq })
    .from(jobs)
    .where(and(gt(jobs.seq, after), isUnconfirmed, lte(jobs.createdAt, until)))
    .orderBy(asc(jobs.seq))
    .limit(batchSize)
}

async function lapseAll(tx: Tx, deps: Deps, due: { id: string }[]): Promise<number> {
  let count = 0
  for (const { id } of due) {
    const job = await findJob(tx, id)
    if (!job || !mayLapse(job, deps.clock.now())) continue
    await lapse(tx, deps, job)
    count++
  }
  return count
}

/** Asked again in the unit, because the customer may have confirmed in between. */
function mayLapse(job: JobRow, now: number): boolean {
  const { status, source, confirmedAt, paymentState, paidCents, held, scheduledStart } = job
  const isOpen = status === 'pending' || (status === 'scheduled' && (scheduledStart ?? 0) > now + tooSoon)
  const isPaid = paidCents > 0 || !(unpaid as readonly string[]).includes(paymentState)
  return isOpen && source === 'public' && confirmedAt === null && !isPaid && !held
}

/** The booking stays, on hold: dispatch leaves it alone, and others can have its window. */
async function lapse(tx: Tx, { clock, settings }: Deps, job: JobRow): Promise<void> {
  const at = clock.now()
  const change = { ...(job.status === 'scheduled' ? entering('pending', at) : {}), held: true, lapsedAt: at }
  const occasion = { kind: 'lapsed', actor: 'truckroll', at }
  const changed = await changeJob(tx, job, change, occasion, { movable: false })
  for (const message of lapsedMessages(settings, changed.job, changed.event))
    await queueMessage(tx, at, message)
  await raiseTodo(tx, at, {
    kind: 'job.unconfirmed',
    subject: job.id,
    title: `Booking not confirmed: call ${job.customerName}`,
    detail:
      'Nobody paid or confirmed this online booking in time, so others can book its arrival window. If the customer still wants the visit, confirm the booking.',
    franchiseId: job.franchiseId,
  })
}
