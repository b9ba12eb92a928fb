import { and, eq, gte, lt, sql } from 'drizzle-orm'
import { outbox } from '../../../db/schema'
import type { Deps } from '../../deps'
import { mostAttempts } from './backoff'
import { askAboutUnknown, recordDead } from './record'

const interrupted = 'The sender stopped in the middle'

/**
 * Takes up what a sender left behind when it died. An e-mail goes again, with the same key by which it
 * is recognised; a text may have been sent and cannot be recognised, so HQ is asked instead.
 */
export async function recoverLeases({ store, clock }: Pick<Deps, 'store' | 'clock'>): Promise<void> {
  const now = clock.now()
  const lapsed = sql`state = 'sending' AND lease_until < ${now}`
  const [any] = await store.read.select({ id: outbox.id }).from(outbox).where(lapsed).limit(1)
  if (!any) return
  await store.write(async (tx) => {
    const lost = await tx
      .select()
      .from(outbox)
      .where(and(lapsed, eq(outbox.channel, 'email'), gte(outbox.attempts, mostAttempts)))
    for (const row of lost) await recordDead(tx, now, row, interrupted, true)
    await tx
      .update(outbox)
      .set({ state: 'queued', leaseUntil: null, dueAt: now, lastError: interrupted })
      .where(and(lapsed, eq(outbox.channel, 'email'), lt(outbox.attempts, mostAttempts)))
    const texts = await tx
      .update(outbox)
      .set({ state: 'unknown', leaseUntil: null, lastError: interrupted })
      .where(and(lapsed, eq(outbox.channel, 'sms')))
      .returning()
    for (const row of texts) await askAboutUnknown(tx, now, row, interrupted)
  })
}
