import { and, inArray, isNull, or, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { jobs, outbox, outboxFiles } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { erased, type Person } from '../../lib/person'
import { blankTodos } from '../office'

/**
 * Takes a person out of the messages about their jobs and out of those that belong to no job: codes,
 * campaigns, notices. Messages that still waited are not sent. An opt-out stays on record, since forgetting
 * it would break it.
 */
export async function forgetCustomer(tx: Tx, { ids, addresses }: Person): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
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
  const messageIds = forgotten.map(({ id }) => id)
  await tx.delete(outboxFiles).where(isAnyOf(outboxFiles.messageId, messageIds))
  // A provider's refusal may repeat the address.
  await blankTodos(tx, messageIds)
}
