import { asc, inArray, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { isAnyOf } from '../../../db/conditions'
import { outboundEvents, webhookSubscriptions } from '../../../db/schema'
import { connectionOf, newId, onlyRow, placeholders, prepared, type Tx } from '../../../db/store'
import { isoTime } from '../../lib/clock'

/** Something other software can subscribe to. The module that causes it declares it. */
export interface EventType<Data extends object = object> {
  /** Such as `job.booked`. */
  type: string
  summary: string
  /** The schema of the payload's `data`. */
  data: z.ZodType<Data>
}

export const eventType = <Data extends object>(
  type: string,
  summary: string,
  data: z.ZodType<Data>,
): EventType<Data> => ({ type, summary, data })

const findWanted = prepared((db) =>
  db
    .select({ types: webhookSubscriptions.types })
    .from(webhookSubscriptions)
    .where(sql`${webhookSubscriptions.enabled} = 1`),
)

/**
 * The wishes as last seen, so that most bookings don't look: by unit, and by connection where only this
 * process writes. Processes that share a server look once per unit.
 */
let seen = new WeakMap<object, { types: string[] }[]>()
/** How many changes of subscriptions are running. Until they are saved or undone, every unit looks. */
let changing = 0

/** Every change of subscriptions runs in here, so that no event is missed because of what was seen before. */
export async function changingSubscriptions<T>(change: () => Promise<T>): Promise<T> {
  changing++
  try {
    return await change()
  } finally {
    changing--
    seen = new WeakMap()
  }
}

async function isWanted(tx: Tx, type: string): Promise<boolean> {
  const place = (changing === 0 ? connectionOf(tx) : undefined) ?? tx
  const current = seen
  let subscriptions = current.get(place)
  if (!subscriptions) {
    subscriptions = await findWanted.all(tx)
    current.set(place, subscriptions)
  }
  return subscriptions.some(({ types }) => types.length === 0 || types.includes(type))
}

/**
 * Records an event in the unit of the change it reports, so neither exists without the other. The payload is
 * built here and never again: every subscriber and every repeat gets the same text.
 */
export async function recordEvent<Data extends object>(
  tx: Tx,
  at: number,
  { type }: EventType<Data>,
  data: () => Data,
): Promise<void> {
  if (await isWanted(tx, type)) await insertEvent.run(tx, rowOf(type, at, data(), false))
}

const columns = ['id', 'type', 'at', 'payload', 'queued'] as const
const insertEvent = prepared((db) => db.insert(outboundEvents).values(placeholders(outboundEvents, columns)))

function rowOf(type: string, at: number, data: object, queued: boolean) {
  const payload = JSON.stringify({ type, timestamp: isoTime(at), data })
  return { id: `msg_${newId().replaceAll('-', '')}`, type, at, payload, queued }
}

type EventRow = typeof outboundEvents.$inferSelect

/** Stores an event that goes to one subscription, whose delivery the caller makes. */
export async function keepEvent<Data extends object>(
  tx: Tx,
  at: number,
  { type }: EventType<Data>,
  data: Data,
): Promise<EventRow> {
  return onlyRow(
    await tx
      .insert(outboundEvents)
      .values(rowOf(type, at, data, true))
      .returning(),
  )
}

/** Takes the oldest events that have no deliveries yet. The caller makes them in this unit. */
export async function newEvents(tx: Tx, limit: number): Promise<EventRow[]> {
  const rows = await tx
    .select()
    .from(outboundEvents)
    .where(sql`${outboundEvents.queued} = 0`)
    .orderBy(asc(outboundEvents.seq))
    .limit(limit)
  const seqs = rows.map(({ seq }) => seq)
  await tx.update(outboundEvents).set({ queued: true }).where(inArray(outboundEvents.seq, seqs))
  return rows
}

/** Removes the content of events about an erased person. */
export async function blankEvents(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.update(outboundEvents).set({ payload: null }).where(isAnyOf(outboundEvents.id, ids))
}

/** Deletes events from before this moment, with their deliveries, unless one is still on its way. */
export async function sweepEvents(tx: Tx, before: number): Promise<void> {
  await tx.run(sql`
    DELETE FROM outbound_events WHERE queued = 1 AND at < ${before} AND NOT EXISTS (
      SELECT 1 FROM webhook_deliveries WHERE event_id = outbound_events.id AND state IN ('queued', 'sending'))`)
}
