import { and, asc, eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { conflict } from '../../lib/errors'
import { customerByEmail } from '../customers'
import type { Job } from './model'
import { presentJob, requireJob } from './rows'
import { changeJob } from './timeline'

/** HQ confirms a public booking, so it keeps its arrival window. Confirming again changes nothing. */
export async function confirmBooking({ store, clock }: Deps, id: string, actor: Actor): Promise<Job> {
  const at = clock.now()
  const confirmed = await store.write(async (tx) => {
    const job = await requireJob(tx, id)
    if (job.status !== 'pending') throw conflict('This job is no longer waiting to be scheduled')
    if (job.confirmedAt !== null) return job
    return (await changeJob(tx, job, { confirmedAt: at }, { kind: 'confirmed', actor, at })).job
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
