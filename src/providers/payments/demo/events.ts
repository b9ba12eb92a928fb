import { and, asc, desc, gte, isNull } from 'drizzle-orm'
import { demoEvents } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import { second } from '../../../lib/clock'
import { readEvent } from '../signature'
import type { ProcessorEvent } from '../types'
import { demoId } from './world'

const mostListed = 5_000

/** Part of the unit that makes it true, so that neither can be without the other. */
export async function recordEvent(
  tx: Tx,
  now: number,
  type: string,
  object: Record<string, unknown>,
): Promise<void> {
  const id = demoId('evt')
  const payload = JSON.stringify({
    id,
    object: 'event',
    type,
    created: Math.floor(now / second),
    livemode: false,
    data: { object },
  })
  await tx.insert(demoEvents).values({ id, type, payload, createdAt: now, dueAt: now })
}

export async function recentEvents(db: Db, limit: number): Promise<ProcessorEvent[]> {
  const rows = await db.select().from(demoEvents).orderBy(desc(demoEvents.seq)).limit(limit)
  return rows.map(eventOf)
}

export async function eventsSince(db: Db, since: number, undelivered: boolean): Promise<ProcessorEvent[]> {
  const rows = await db
    .select()
    .from(demoEvents)
    .where(and(gte(demoEvents.createdAt, since), undelivered ? isNull(demoEvents.deliveredAt) : undefined))
    .orderBy(asc(demoEvents.seq))
    .limit(mostListed)
  return rows.map(eventOf)
}

export function eventOf({ payload, createdAt }: { payload: string; createdAt: number }): ProcessorEvent {
  return readEvent(payload, createdAt)
}
