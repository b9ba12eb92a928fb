import { eq, sql } from 'drizzle-orm'
import { checkoutSessions } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import { minute } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { formatUsd } from '../../lib/money'
import { requireJob } from '../jobs/find'
import type { JobRow } from '../jobs/present'
import type { CheckoutInput } from './model'
import { ownAddress, type Site } from './return-url'

export type SessionRow = typeof checkoutSessions.$inferSelect

/** A page about to close is of no use to somebody who has yet to find the card. */
const leastTimeLeft = 5 * minute

export type Taken = { row: SessionRow } | { stale: SessionRow }

/** The job's checkout to go on with: the live one if it asks for the same, else a new one. */
export async function takeSession(tx: Tx, now: number, input: CheckoutInput, site: Site): Promise<Taken> {
  const job = await requireJob(tx, input.jobId)
  assertPayable(job, input.amount)
  const returnUrl = input.returnUrl === undefined ? null : ownAddress(input.returnUrl, site)
  const live = await liveSession(tx, job.id)
  if (live && !isOver(live, now)) {
    const isSame = live.amountCents === input.amount && live.returnUrl === returnUrl
    return isSame ? { row: live } : { stale: live }
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

export async function liveSession(db: Db, jobId: string): Promise<SessionRow | undefined> {
  const [live] = await db
    .select()
    .from(checkoutSessions)
    .where(sql`${checkoutSessions.jobId} = ${jobId} AND ${checkoutSessions.state} IN ('intended', 'open')`)
    .limit(1)
  return live
}

const isOver = ({ expiresAt }: SessionRow, now: number): boolean =>
  expiresAt !== null && expiresAt <= now + leastTimeLeft

function assertPayable(job: JobRow, amount: number): void {
  if (job.status === 'cancelled' || job.status === 'no_show') throw conflict('The job is cancelled')
  if (job.paymentState !== 'unpaid' && job.paymentState !== 'failed') throw conflict('The job has been paid')
  if (job.totalCents <= 0) throw conflict('The job has no price')
  if (amount !== job.totalCents)
    throw conflict(`The amount must be ${job.totalCents} cents (${formatUsd(job.totalCents)})`)
}
