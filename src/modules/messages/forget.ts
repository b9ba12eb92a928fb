import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { hqTasks, jobs, outbox, outboxFiles } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { toE164 } from '../../lib/contact'

const erased = 'Erased'

/**
 * Takes a person out of the messages about the own jobs and out of those that belong to no job: codes,
 * campaigns, notices. What was still to be sent is not sent. An opt-out stays on record, since forgetting
 * it would break it.
 */
export async function forgetMessages(tx: Tx, customerId: string, addresses: string[]): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(eq(jobs.customerId, customerId))
  const forgotten = await tx
    .update(outbox)
    .set({
      recipient: erased,
      data: {},
      lastError: null,
      state: sql`CASE ${outbox.state} WHEN 'queued' THEN 'cancelled' ELSE ${outbox.state} END`,
    })
    .where(or(inArray(outbox.jobId, own), and(isNull(outbox.jobId), inArray(outbox.recipient, addresses))))
    .returning({ id: outbox.id })
  const ids = forgotten.map(({ id }) => id)
  await tx.delete(outboxFiles).where(isAnyOf(outboxFiles.messageId, ids))
  // What a provider said of a message may repeat the address.
  await tx.update(hqTasks).set({ detail: null }).where(isAnyOf(hqTasks.subject, ids))
  await forgetReplies(tx, addresses)
}

/** Texts that came in from the person's numbers; older tasks say the number at the end of their title alone. */
async function forgetReplies(tx: Tx, addresses: string[]): Promise<void> {
  const numbers = addresses.map((address) => toE164(address)).filter((number) => number !== null)
  for (const number of new Set(numbers))
    await tx
      .update(hqTasks)
      .set({ title: 'A text message came in', detail: null, contact: null })
      .where(
        and(
          eq(hqTasks.kind, 'sms-reply'),
          or(eq(hqTasks.contact, number), like(hqTasks.title, `%${number}`)),
        ),
      )
}
