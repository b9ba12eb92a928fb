import { and, asc, eq, inArray, isNull } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { customerByEmail, type Voucher } from '../customers'
import { clearTodo } from '../office'
import type { Job } from './model'
import { mayBeScheduled } from './move'
import { presentJob, requireJob, type JobRow } from './rows'
import { changeJob, type JobState } from './timeline'

/**
 * HQ confirms a public booking, so it keeps its arrival window. If it was only claimed to be the customer's,
 * the franchise also gets to know them, at any time. Confirming again changes nothing.
 */
export async function confirmBooking(
  { store, clock }: Deps,
  id: string,
  actor: Actor,
  voucher: Voucher,
): Promise<Job> {
  const at = clock.now()
  const confirmed = await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    const vouched = job.claimed && voucher === 'hq' ? { claimed: false } : undefined
    const isOpen = mayBeScheduled(job.status)
    if (!isOpen && !vouched) throw conflict('This visit has begun or is over, so there is nothing to confirm')
    if (job.confirmedAt !== null && !vouched) return job
    if (vouched) await clearTodo(tx, at, 'job.claimed-customer', id)
    const confirmed = isOpen && job.confirmedAt === null ? confirmedAtLast(job, at) : {}
    return (await changeJob(tx, job, confirmed, { kind: 'confirmed', actor, at }, vouched)).job
  })
  return presentJob(confirmed)
}

/** A booking that is confirmed after it lapsed can be planned again. */
export const confirmedAtLast = ({ lapsedAt }: JobRow, at: number): Partial<JobState> => ({
  confirmedAt: at,
  ...(lapsedAt === null ? {} : { lapsedAt: null, held: false }),
})

/** The customer confirms with the link in their email. Confirming again changes nothing. */
export async function confirmByLink({ store, clock }: Deps, id: string): Promise<void> {
  const at = clock.now()
  await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (!mayBeScheduled(job.status) || job.confirmedAt !== null) return
    await changeJob(tx, job, confirmedAtLast(job, at), { kind: 'confirmed', actor: 'customer', at })
  })
}

/** One code confirms at most this many bookings; more would be someone filling the calendar. */
const mostVerified = 5

/**
 * Confirms the customer's bookings, oldest first, because they verified the email address used for them. Others may
 * have taken the window of one that lapsed, so that one is confirmed by its own link or with another time.
 */
export async function confirmVerified(tx: Tx, email: string, at: number): Promise<void> {
  const customer = await customerByEmail(tx, email)
  if (!customer) return
  const own = await tx
    .select()
    .from(jobs)
    .where(
      and(
        eq(jobs.customerId, customer.id),
        inArray(jobs.status, ['pending', 'scheduled']),
        eq(jobs.source, 'public'),
        isNull(jobs.lapsedAt),
      ),
    )
    .orderBy(asc(jobs.seq))
    .limit(mostVerified)
  for (const job of own)
    if (job.confirmedAt === null)
      await changeJob(tx, job, { confirmedAt: at }, { kind: 'confirmed', actor: 'customer', at })
}
