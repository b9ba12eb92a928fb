import { and, eq, sql } from 'drizzle-orm'
import { webhookEvents } from '../../../../db/schema'
import { placeholders, prepared, type Db, type Tx } from '../../../../db/store'
import { eventRetryDelay } from '../../../lib/backoff'
import { minute } from '../../../lib/clock'
import type { ProcessorEvent } from '../../../providers/payments/types'

export type EventRow = typeof webhookEvents.$inferSelect

/** Longer than any event can take, including the processor's own time limits. */
export const eventLeaseMs = 5 * minute

const { seq: _, ...insertable } = placeholders(webhookEvents)
const insertEvent = prepared((db) =>
  db.insert(webhookEvents).values(insertable).onConflictDoNothing({ target: webhookEvents.id }).returning(),
)

interface Arrival {
  source: EventRow['source']
  /** The caller processes the event itself, right after storing it; otherwise it waits in the queue. */
  claimed: boolean
}

/** Stores an event, or returns null if its id is already known. */
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

/**
 * One statement takes the rows, counts the attempt and sets the lease, so no two workers get the same row.
 */
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

/** The longest overdue first, including those whose worker died. */
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

/** False when the lease ran out and another worker took the event. */
export async function markDone(tx: Tx, now: number, { seq, attempts }: EventRow): Promise<boolean> {
  return (await finish.get(tx, { seq, attempts, now })) !== undefined
}

/** Queues the event for another attempt, or gives up after the last one. */
export async function markFailed(tx: Tx, now: number, row: EventRow, reason: string): Promise<void> {
  const wait = eventRetryDelay(row.attempts, row.id)
  await tx
    .update(webhookEvents)
    .set({
      state: wait === null ? 'dead' : 'queued',
      // At least 1 ms later, because the current run takes everything that was due when it began.
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

/** Ends every lease at startup, when no other process can be working. */
export async function endEventLeases(tx: Tx, now: number): Promise<void> {
  await tx.run(
    sql`UPDATE webhook_events SET lease_until = ${now} WHERE state = 'processing' AND lease_until > ${now}`,
  )
}

/**
 * Counts unfinished and dead events. Each state is a constant, so SQLite uses its small index and skips the
 * many finished events.
 */
export async function eventQueueFigures(db: Db): Promise<{ depth: number; dead: number }> {
  const [row] = await db.all<{ depth: number; dead: number }>(sql`
    SELECT (SELECT count(*) FROM webhook_events WHERE state = 'queued')
      + (SELECT count(*) FROM webhook_events WHERE state = 'processing') AS depth,
      (SELECT count(*) FROM webhook_events WHERE state = 'dead') AS dead`)
  return row ?? { depth: 0, dead: 0 }
}
