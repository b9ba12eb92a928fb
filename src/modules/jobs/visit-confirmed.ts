import { and, eq } from 'drizzle-orm'
import { visitConfirmations } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { findJob, type JobRow } from './rows'
import { changeJob } from './timeline'

/** When the customer confirmed the time that the visit has now; null if they haven't. */
export async function visitConfirmedAt(
  db: Db,
  { id, scheduledStart }: Pick<JobRow, 'id' | 'scheduledStart'>,
): Promise<number | null> {
  if (scheduledStart === null) return null
  const [found] = await db
    .select()
    .from(visitConfirmations)
    .where(and(eq(visitConfirmations.jobId, id), eq(visitConfirmations.start, scheduledStart)))
    .limit(1)
  return found?.confirmedAt ?? null
}

/** Only a visit that is still ahead can be confirmed. */
export const isAhead = ({ status, scheduledStart }: JobRow, now: number): boolean =>
  status === 'scheduled' && scheduledStart !== null && scheduledStart > now

/** The customer says that the visit's time suits them. Saying it again changes nothing. */
export async function confirmVisit(tx: Tx, at: number, job: JobRow): Promise<void> {
  if (!isAhead(job, at) || job.scheduledStart === null || (await visitConfirmedAt(tx, job)) !== null) return
  const confirmed = { start: job.scheduledStart, confirmedAt: at }
  await tx
    .insert(visitConfirmations)
    .values({ jobId: job.id, ...confirmed })
    .onConflictDoUpdate({ target: visitConfirmations.jobId, set: confirmed })
  // The person who answers our reminder made the booking, too.
  const booking = job.source === 'public' && job.confirmedAt === null ? { confirmedAt: at } : {}
  await changeJob(tx, job, booking, { kind: 'visit_confirmed', actor: 'customer', at })
}

/** The same with the link in a reminder. */
export async function confirmVisitByLink({ store, clock }: Deps, jobId: string): Promise<void> {
  await store.write(async (tx) => {
    const job = await findJob(tx, jobId)
    if (job) await confirmVisit(tx, clock.now(), job)
  })
}

/** A visit that moved inside its arrival window is still the one that the customer confirmed. */
export async function keepVisitConfirmed(tx: Tx, before: JobRow, after: JobRow): Promise<void> {
  if (before.scheduledStart === null || after.scheduledStart === null) return
  await tx
    .update(visitConfirmations)
    .set({ start: after.scheduledStart })
    .where(and(eq(visitConfirmations.jobId, before.id), eq(visitConfirmations.start, before.scheduledStart)))
}
