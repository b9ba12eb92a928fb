import type { Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import { queueFirst } from '../messages/queue'
import { wakeSender } from '../messages/wake'
import { insertJob, type NewJob, type Origin } from './insert'
import type { JobBooked, JobInput } from './model'
import { placeSoon } from './place'
import { presentJob } from './present'
import { askForPrice } from './price-task'
import { tellBooked } from './tell'

interface Booked extends Pick<Origin, 'source' | 'actor'> {
  /** What makes it cheaper, in the same unit. */
  priced?: (tx: Tx, job: NewJob) => Promise<NewJob>
}

/**
 * Takes a booking: the job, its activity and the welcome message are written in one unit together
 * with the answer to an Idempotency-Key, so that none exists without the others.
 */
export async function bookJob(
  deps: Deps,
  input: JobInput,
  { source, actor, priced }: Booked,
  once: Once,
): Promise<JobBooked> {
  const at = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const inserted = await insertJob(tx, input, { source, actor, at })
    const job = (await priced?.(tx, inserted)) ?? inserted
    if (job.paymentId) await adoptPayment(deps, tx, job, job.paymentId)
    if (job.priceCents === 0 && source === 'public') await askForPrice(tx, at, job)
    for (const message of tellBooked(job)) await queueFirst(tx, at, message)
    const booked = { job: presentJob(job), message: 'Your booking is in. We will confirm the time shortly.' }
    await once.settle(tx, 201, ok(booked))
    return booked
  })
  wakeSender(deps)
  placeSoon(deps)
  return answer
}

/** The demo processor takes the payment a booking names for one of its own; a real one knows its own. */
async function adoptPayment({ providers }: Deps, tx: Tx, job: NewJob, paymentId: string): Promise<void> {
  const { id: jobId, paymentStatus, totalCents, createdAt: at } = job
  await providers.demoPayments?.adoptBookingPayment(tx, { paymentId, paymentStatus, jobId, totalCents, at })
}
