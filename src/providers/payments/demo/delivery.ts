import { and, asc, eq, inArray, isNull, lte, sql } from 'drizzle-orm'
import { demoEvents } from '../../../../db/schema'
import type { Store } from '../../../../db/store'
import { hour, minute, second, type Clock } from '../../../lib/clock'
import { signBody } from '../signature'
import type { ProcessorEvent } from '../types'
import { eventOf } from './events'

/** Hands a signed event to our own webhook; throws when it was not acknowledged. */
export type Deliver = (event: ProcessorEvent, signature: string, body: string) => Promise<void>

export interface Delivery {
  store: Store
  clock: Clock
  secret: string
  deliver: Deliver
}

const perClaim = 20

/** How long after an attempt the next one is due; a crash during the attempt counts as one that failed. */
const retryAfter = sql`CASE ${demoEvents.attempts} WHEN 0 THEN ${30 * second} WHEN 1 THEN ${2 * minute}
  WHEN 2 THEN ${10 * minute} ELSE ${hour} END`

/** Delivers everything that is due, oldest first. An event that fails holds up none behind it. */
export async function deliverDueEvents(delivery: Delivery): Promise<{ delivered: number; failed: number }> {
  const count = { delivered: 0, failed: 0 }
  for (;;) {
    const claimed = await claimDue(delivery)
    if (claimed.length === 0) return count
    for (const row of claimed) count[(await attempt(delivery, row)) ? 'delivered' : 'failed']++
  }
}

async function claimDue({ store, clock }: Delivery): Promise<EventRow[]> {
  const now = clock.now()
  const claimed = await store.write(async (tx) => {
    const due = tx
      .select({ seq: demoEvents.seq })
      .from(demoEvents)
      .where(and(isNull(demoEvents.deliveredAt), lte(demoEvents.dueAt, now)))
      .orderBy(asc(demoEvents.dueAt), asc(demoEvents.seq))
      .limit(perClaim)
    return tx
      .update(demoEvents)
      .set({ attempts: sql`${demoEvents.attempts} + 1`, dueAt: sql`${now} + ${retryAfter}` })
      .where(inArray(demoEvents.seq, due))
      .returning()
  })
  return claimed.toSorted((a, b) => a.seq - b.seq)
}

type EventRow = typeof demoEvents.$inferSelect

async function attempt({ store, clock, secret, deliver }: Delivery, row: EventRow): Promise<boolean> {
  try {
    await deliver(eventOf(row), signBody(row.payload, secret, clock.now()), row.payload)
  } catch {
    return false
  }
  await store.write((tx) =>
    tx.update(demoEvents).set({ deliveredAt: clock.now() }).where(eq(demoEvents.seq, row.seq)),
  )
  return true
}
