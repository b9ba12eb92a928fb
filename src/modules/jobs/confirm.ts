import { and, asc, eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { customerByEmail, type Voucher } from '../customers'
import { clearTodo } from '../office'
import type { Job } from './model'
import { presentJob, requireJob } from './rows'
import { changeJob } from './timeline'

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
    const isPending = job.status === 'pending'
    if (!isPending && !vouched) throw conflict('This job is no longer waiting to be scheduled')
    if (job.confirmedAt !== null && !vouched) return job
    if (vouched) await clearTodo(tx, at, 'job.claimed-customer', id)
    const confirmed = isPending && job.confirmedAt === null ? { confirmedAt: at } : {}
    return (await changeJob(tx, job, confirmed, { kind: 'confirmed', actor, at }, vouched)).job
  })
  return presentJob(confirmed)
}

/** One code confirms at most this many bookings; more would be someone filling the calendar. */
const mostVerified = 5

/** Confirms the customer's bookings, oldest first, because they verified the email address used for them. */
export async function confirmVerified(tx: Tx, email: string, at: number): Promise<void> {
  const customer = await customerByEmail(tx, email)
  if (!customer) return
  const own = await tx
    .select()
    .from(jobs)
    .where(and(eq(jobs.customerId, customer.id), eq(jobs.status, 'pending'), eq(jobs.source, 'public')))
    .orderBy(asc(jobs.seq))
    .limit(mostVerified)
  for (const job of own)
    if (job.confirmedAt === null)
      await changeJob(tx, job, { confirmedAt: at }, { kind: 'confirmed', actor: 'customer', at })
}
