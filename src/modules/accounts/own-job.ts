import type { Deps } from '../../deps'
import { missing } from '../../lib/errors'
import { assertSameEmail, customerByEmail, type NamedEmails } from '../customers'
import { findJob, type JobRow } from '../jobs'
import { moveBooking, readMoveTimes, type MoveTimes } from '../scheduling'
import type { Moved, MoveToInput, MoveTimesQuery } from './model'

/** Another customer's booking is as unknown as one that doesn't exist. */
async function requireOwn({ store }: Deps, proven: string, id: string): Promise<JobRow> {
  const customer = await customerByEmail(store.read, proven)
  const job = customer && (await findJob(store.read, id))
  if (!job || job.customerId !== customer.id) throw missing('Booking')
  return job
}

/** The arrival windows that customers can move their own booking to. */
export async function readOwnTimes(
  deps: Deps,
  proven: string,
  id: string,
  { from, ...named }: MoveTimesQuery,
): Promise<MoveTimes> {
  assertSameEmail(proven, named)
  return readMoveTimes(deps, await requireOwn(deps, proven, id), from ?? null)
}

export async function moveOwnBooking(
  deps: Deps,
  proven: string,
  id: string,
  { date, window, ...named }: MoveToInput,
  query: NamedEmails,
): Promise<Moved> {
  assertSameEmail(proven, named, query)
  const job = await requireOwn(deps, proven, id)
  const { preferredDate, preferredTime, status } = await moveBooking(deps, job, { date, window })
  return { date: preferredDate ?? date, window: preferredTime ?? window, status }
}
