import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm'
import { isAnyOf, mentions } from '../../../db/conditions'
import { inboundMessages, jobs, outbox, outboxFiles } from '../../../db/schema'
import { isTroubled } from '../../../db/schema/messages'
import type { Tx } from '../../../db/store'
import { toE164 } from '../../lib/contact'
import { erased, type Merge, type Person } from '../../lib/person'
import { blankTodos } from '../office'
import { publicKeyOf } from './hold'

/**
 * Removes a person from the messages about their jobs and from those that belong to no job, such as codes
 * and campaigns. Messages still in the queue are not sent. Opt-outs stay on record so that we keep to them.
 */
export async function forgetCustomer(tx: Tx, { ids, addresses, words }: Person): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  const keys = addresses.map((recipient) =>
    publicKeyOf({ channel: recipient.includes('@') ? 'email' : 'sms', recipient }),
  )
  const forgotten = await tx
    .update(outbox)
    .set({
      recipient: erased,
      data: {},
      lastError: null,
      publicKey: null,
      state: sql`CASE WHEN ${outbox.state} IN ('queued', 'held') THEN 'cancelled' ELSE ${outbox.state} END`,
    })
    .where(
      or(
        inArray(outbox.jobId, own),
        and(isNull(outbox.jobId), inArray(outbox.recipient, addresses)),
        // Sent to them about someone else's job. Held messages are in another index.
        and(isAnyOf(outbox.publicKey, keys), sql`${outbox.state} <> 'held'`),
        and(isAnyOf(outbox.publicKey, keys), sql`${outbox.state} = 'held'`, isTroubled(outbox.state)),
      ),
    )
    .returning({ id: outbox.id })
  const numbers = addresses.map((address) => toE164(address)).filter((number) => number !== null)
  await tx
    .delete(inboundMessages)
    .where(or(inArray(inboundMessages.customerId, ids), isAnyOf(inboundMessages.sender, numbers)))
  const messageIds = forgotten.map(({ id }) => id)
  await tx.delete(outboxFiles).where(isAnyOf(outboxFiles.messageId, messageIds))
  // A provider's refusal may repeat the address.
  await blankTodos(tx, messageIds)
  // Notices to the office may be about the person; the people who got one keep it.
  await tx
    .update(outbox)
    .set({ data: {}, lastError: null })
    .where(and(isNull(outbox.jobId), or(mentions(outbox.data, words), mentions(outbox.lastError, words))))
}

/** Texts from a merged customer belong to the one that was kept. Other messages are found by job and address. */
export async function mergeCustomer(tx: Tx, { from, into }: Merge): Promise<void> {
  await tx.update(inboundMessages).set({ customerId: into }).where(eq(inboundMessages.customerId, from))
}
