import { eq } from 'drizzle-orm'
import { checkoutSessions } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { minute, second } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { formatUsd } from '../../lib/money'
import { hasFallenThrough, isUnpaid } from '../../lib/job-states'
import { liveSession, type SessionRow } from '../checkout-pages/rows'
import { requireJob } from '../jobs/find'
import type { JobRow } from '../jobs/present'
import type { CheckoutInput } from './model'
import { ownAddress, type Site } from './return-url'

/** A page about to close is of no use to somebody who has yet to find the card. */
const leastTimeLeft = 5 * minute
/** Within it a page is not taken from whoever was just given it, wherever the other one comes from. */
const sameMoment = 10 * second

export type Taken = { row: SessionRow } | { stale: SessionRow }

/** The job's checkout to go on with: the live one if it asks for the same, else a new one. */
export async function takeSession(tx: Tx, now: number, input: CheckoutInput, site: Site): Promise<Taken> {
  const job = await requireJob(tx, input.jobId)
  assertPayable(job, input.amount)
  const returnUrl = input.returnUrl === undefined ? null : ownAddress(input.returnUrl, site)
  const live = await liveSession(tx, job.id)
  if (live && !isOver(live, now)) {
    const isShared = live.returnUrl === returnUrl || now - live.createdAt < sameMoment
    return live.amountCents === input.amount && isShared ? { row: live } : { stale: live }
  }
  if (live)
    await tx
      .update(checkoutSessions)
      .set({ state: 'expired', updatedAt: now })
      .where(eq(checkoutSessions.id, live.id))
  const { customerName = null, customerEmail = null, jobDescription: description = job.type } = input
  const [row] = await tx
    .insert(checkoutSessions)
    .values({
      id: newId(),
      jobId: job.id,
      state: 'intended',
      amountCents: input.amount,
      returnUrl,
      order: { description, customerName, customerEmail },
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return { row: row! }
}

const isOver = ({ expiresAt }: SessionRow, now: number): boolean =>
  expiresAt !== null && expiresAt <= now + leastTimeLeft

function assertPayable(job: JobRow, amount: number): void {
  if (hasFallenThrough(job.status))
    throw conflict(job.status === 'cancelled' ? 'The job is cancelled' : 'The job is over: nobody was there')
  if (!isUnpaid(job)) throw conflict('The job has been paid')
  if (job.totalCents <= 0) throw conflict('The job has no price')
  if (amount !== job.totalCents)
    throw conflict(`The amount must be ${job.totalCents} cents (${formatUsd(job.totalCents)})`)
}
