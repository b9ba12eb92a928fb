import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { webhookEvents } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Listing } from '../../../http/listing'
import type { Actor } from '../../../lib/actor'
import { day, isoTime, isoTimeOrNull } from '../../../lib/clock'
import { conflict, missing } from '../../../lib/errors'
import { parseJson } from '../../../lib/text'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { recordActivity } from '../../office'
import type { EventDetail, EventRecord, EventQuery } from './model'
import { EventWorker } from './worker'
import { eventLeaseMs, type EventRow } from './queue'

/** Newest first. */
export function listEvents({ store }: Deps, { state, type }: EventQuery): Listing<EventRow, EventRecord> {
  return {
    kinds: ['number'],
    position: (row) => [row.seq],
    present: presentEvent,
    rows: (limit, after) =>
      store.read
        .select()
        .from(webhookEvents)
        .where(
          and(
            state === undefined ? undefined : eq(webhookEvents.state, state),
            type === undefined ? undefined : eq(webhookEvents.type, type),
            after ? lt(webhookEvents.seq, Number(after[0])) : undefined,
          ),
        )
        .orderBy(desc(webhookEvents.seq))
        .limit(limit),
  }
}

export async function readEventRow({ store }: Deps, id: string): Promise<EventDetail> {
  const row = await requireEvent(store.read, id)
  return { ...presentEvent(row), payload: parseJson(row.payload) }
}

/** Processes an event again, whatever its state. Nothing happens twice. */
export async function replayEvent(deps: Deps, id: string, actor: Actor): Promise<EventRecord> {
  if (deps.providers.payments.name === 'none') throw paymentsNotSetUp()
  const now = deps.clock.now()
  const claimed = await deps.store.write(async (tx) => {
    const { seq } = await requireEvent(tx, id)
    const [row] = await tx
      .update(webhookEvents)
      .set({ state: 'processing', attempts: 1, leaseUntil: now + eventLeaseMs, dueAt: now, doneAt: null })
      .where(
        and(
          eq(webhookEvents.seq, seq),
          sql`(${webhookEvents.state} <> 'processing' OR ${webhookEvents.leaseUntil} <= ${now})`,
        ),
      )
      .returning()
    if (!row) throw conflict('This event is being processed right now')
    await recordActivity(tx, now, {
      type: 'webhook.replayed',
      actor,
      summary: `Replayed the payment event ${row.type}`,
      subject: { kind: 'payment-event', id: row.id, name: row.type },
    })
    return row
  })
  await deps.state.of(EventWorker).add(deps, claimed)
  return presentEvent(await requireEvent(deps.store.read, id))
}

/** Payloads contain customers' names, so finished events are deleted after a while. */
export async function sweepEvents({ store, clock }: Deps): Promise<void> {
  const oldest = clock.now() - 90 * day
  // Goes by order of arrival, so it needs no index of its own.
  await store.write((tx) =>
    tx.run(sql`
      DELETE FROM webhook_events WHERE state = 'done' AND seq < coalesce(
        (SELECT seq FROM webhook_events WHERE received_at > ${oldest} ORDER BY seq LIMIT 1), ${Number.MAX_SAFE_INTEGER})`),
  )
}

async function requireEvent(db: Db, id: string): Promise<EventRow> {
  const [row] = await db.select().from(webhookEvents).where(eq(webhookEvents.id, id)).limit(1)
  if (!row) throw missing('Event')
  return row
}

function presentEvent(row: EventRow): EventRecord {
  const waits = row.state === 'queued'
  return {
    id: row.id,
    type: row.type,
    state: row.state,
    source: row.source,
    attempts: row.attempts,
    lastError: row.lastError,
    dueAt: waits ? isoTime(row.dueAt) : null,
    receivedAt: isoTime(row.receivedAt),
    doneAt: isoTimeOrNull(row.doneAt),
  }
}
