import { and, eq, sql } from 'drizzle-orm'
import { webhookEvents } from '../../../../db/schema'
import { placeholders, prepared, type Db, type Tx } from '../../../../db/store'
import { eventRetryDelay } from '../../../lib/backoff'
import { minute } from '../../../lib/clock'
import type { ProcessorEvent } from '../../../providers/payments/types'

export type EventRow = typeof webhookEvents.$inferSelect

/** Longer than any event can take, the processor's own time limits included. */
export const eventLeaseMs = 5 * minute

const { seq: _, ...insertable } = placeholders(webhookEvents)
const insertEvent = prepared((db) =>
  db.insert(webhookEvents).values(insertable).onConflictDoNothing({ target: webhookEvents.id }).returning(),
)

interface Arrival {
  source: EventRow['source']
  /** Claimed in the same breath, for whoever stores it to process it; else it waits in the queue. */
  claimed: boolean
}

/** Stores an event. Null when it is known already: its id is its identity. */
export async function keepEvent(
  tx: Tx,
  now: number,
  event: ProcessorEvent,
  { source, claimed }: Arrival,
): Promise<EventRow | null> {
  const row = await insertEvent.get(tx, {
    id: event.id,
    type: event.type,
    payload: event.raw,
    source,
    state: claimed ? 'processing' : 'queued',
    attempts: claimed ? 1 : 0,
    dueAt: now,
    leaseUntil: claimed ? now + eventLeaseMs : null,
    lastError: null,
    receivedAt: now,
    doneAt: null,
  })
  return row ?? null
}

/** One statement takes the rows, counts the attempt and sets the lease: no two workers get the same row. */
const claim = prepared((db) =>
  db
    .update(webhookEvents)
    .set({
      state: 'processing',
      attempts: sql`${webhookEvents.attempts} + 1`,
      leaseUntil: sql`${sql.placeholder('leaseUntil')}`,
    })
    .where(
      sql`${webhookEvents.seq} IN (
        SELECT seq FROM (
          SELECT seq, due_at FROM webhook_events
          WHERE state = 'queued' AND due_at <= ${sql.placeholder('dueBy')}
          UNION ALL
          SELECT seq, due_at FROM webhook_events
          WHERE state = 'processing' AND lease_until <= ${sql.placeholder('now')}
        ) ORDER BY due_at, seq LIMIT ${sql.placeholder('limit')})`,
    )
    .returning(),
)

/** Those due longest first; those whose worker has died among them. */
export async function claimDue(tx: Tx, now: number, limit: number, dueBy = now): Promise<EventRow[]> {
  const rows = await claim.all(tx, { now, dueBy, leaseUntil: now + eventLeaseMs, limit })
  return rows.toSorted((one, other) => one.dueAt - other.dueAt || one.seq - other.seq)
}

const finish = prepared((db) =>
  db
    .update(webhookEvents)
    .set({ state: 'done', leaseUntil: null, lastError: null, doneAt: sql`${sql.placeholder('now')}` })
    .where(
      and(
        eq(webhookEvents.seq, sql.placeholder('seq')),
        eq(webhookEvents.attempts, sql.placeholder('attempts')),
        sql`${webhookEvents.state} = 'processing'`,
      ),
    )
    .returning({ seq: webhookEvents.seq }),
)

/** False when the lease ran out and somebody else has taken the event. */
export async function markDone(tx: Tx, now: number, { seq, attempts }: EventRow): Promise<boolean> {
  return (await finish.get(tx, { seq, attempts, now })) !== undefined
}

/** Back into the queue for later, or out of it for good after the last attempt. */
export async function markFailed(tx: Tx, now: number, row: EventRow, reason: string): Promise<void> {
  const wait = eventRetryDelay(row.attempts, row.id)
  await tx
    .update(webhookEvents)
    .set({
      state: wait === null ? 'dead' : 'queued',
      // Never within the run that has just failed: that asks for what was due when it began.
      dueAt: now + Math.max(1, wait ?? 0),
      leaseUntil: null,
      lastError: reason,
    })
    .where(
      and(
        eq(webhookEvents.seq, row.seq),
        eq(webhookEvents.attempts, row.attempts),
        eq(webhookEvents.state, 'processing'),
      ),
    )
}

/** Ends every lease, for a start at which nobody else can be at work. */
export async function endEventLeases(tx: Tx, now: number): Promise<void> {
  await tx.run(
    sql`UPDATE webhook_events SET lease_until = ${now} WHERE state = 'processing' AND lease_until > ${now}`,
  )
}

/**
 * Not yet done, and given up. Each state is spelled out, so that its small index answers and the many done
 * events are not looked at.
 */
export async function eventQueueFigures(db: Db): Promise<{ depth: number; dead: number }> {
  const [row] = await db.all<{ depth: number; dead: number }>(sql`
    SELECT (SELECT count(*) FROM webhook_events WHERE state = 'queued')
      + (SELECT count(*) FROM webhook_events WHERE state = 'processing') AS depth,
      (SELECT count(*) FROM webhook_events WHERE state = 'dead') AS dead`)
  return row ?? { depth: 0, dead: 0 }
}
