import { and, inArray, isNull, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import type { Tx } from '../../../db/store'

const erased = 'Erased'

/**
 * Takes a person out of the messages that belong to no job: codes, campaigns, notices. What was still
 * to be sent is not sent. An opt-out stays on record, since forgetting it would break it.
 */
export async function forgetRecipients(tx: Tx, recipients: string[]): Promise<void> {
  if (recipients.length === 0) return
  await tx
    .update(outbox)
    .set({
      recipient: erased,
      data: {},
      state: sql`CASE ${outbox.state} WHEN 'queued' THEN 'cancelled' ELSE ${outbox.state} END`,
    })
    .where(and(isNull(outbox.jobId), inArray(outbox.recipient, recipients)))
}
