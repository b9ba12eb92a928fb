import { and, eq, sql } from 'drizzle-orm'
import { outboundEvents, webhookAttempts, webhookDeliveries, webhookSubscriptions } from '../../../db/schema'
import { newId, prepared, type Db, type Tx } from '../../../db/store'
import { deliveryRetryDelay } from '../../lib/backoff'
import { day, minute } from '../../lib/clock'
import { newEvents } from '../events'
import type { SubscriptionRow } from './sign'
import { turnOff } from './turn-off'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

const fanOutBatch = 200
/** Longer than an attempt can take. */
export const leaseMs = minute
/** A receiver that failed for this long needs a person. */
const failsForAtMost = 5 * day

/** Makes the deliveries of new events, once each. Returns whether there may be more. */
export async function fanOut(tx: Tx): Promise<boolean> {
  const events = await newEvents(tx, fanOutBatch)
  if (events.length === 0) return false
  const enabled = await tx.select().from(webhookSubscriptions).where(eq(webhookSubscriptions.enabled, true))
  for (const { id: eventId, type, at } of events)
    for (const { id: subscriptionId, types, createdAt } of enabled)
      if (createdAt <= at && (types.length === 0 || types.includes(type)))
        await tx
          .insert(webhookDeliveries)
          .values({ id: newId(), eventId, subscriptionId, type, dueAt: at, createdAt: at })
          .onConflictDoNothing()
  return events.length === fanOutBatch
}

/** The subscriptions that have something to send now. */
export async function dueSubscriptions(db: Db, now: number): Promise<string[]> {
  const rows = await db.all<{ id: string }>(sql`
    SELECT id FROM webhook_subscriptions AS one WHERE enabled = 1 AND (
      EXISTS (SELECT 1 FROM webhook_deliveries WHERE subscription_id = one.id AND state = 'queued' AND due_at <= ${now})
      OR EXISTS (SELECT 1 FROM webhook_deliveries WHERE subscription_id = one.id AND state = 'sending' AND lease_until <= ${now}))`)
  return rows.map(({ id }) => id)
}

export async function areEventsNew(db: Db): Promise<boolean> {
  const [any] = await db.all(sql`SELECT 1 FROM outbound_events WHERE queued = 0 LIMIT 1`)
  return any !== undefined
}

/** One statement takes the rows, counts the attempt and sets the lease, so no two senders get the same row. */
const claim = prepared((db) =>
  db
    .update(webhookDeliveries)
    .set({
      state: 'sending',
      attempts: sql`${webhookDeliveries.attempts} + 1`,
      leaseUntil: sql`${sql.placeholder('leaseUntil')}`,
    })
    .where(
      sql`${webhookDeliveries.id} IN (
        SELECT id FROM (
          SELECT id, due_at FROM webhook_deliveries
          WHERE subscription_id = ${sql.placeholder('subscriptionId')}
            AND state = 'queued' AND due_at <= ${sql.placeholder('now')}
          UNION ALL
          SELECT id, due_at FROM webhook_deliveries
          WHERE subscription_id = ${sql.placeholder('subscriptionId')}
            AND state = 'sending' AND lease_until <= ${sql.placeholder('now')}
        ) ORDER BY due_at, id LIMIT ${sql.placeholder('limit')})`,
    )
    .returning(),
)

export interface Claimed {
  row: DeliveryRow
  /** Null once the customer it was about is erased. */
  payload: string | null
}

/** The longest overdue first, including those whose sender died. None while the subscription is off. */
export async function claimDue(
  tx: Tx,
  now: number,
  subscriptionId: string,
  limit: number,
): Promise<{ subscription: SubscriptionRow | undefined; claimed: Claimed[] }> {
  const [subscription] = await tx
    .select()
    .from(webhookSubscriptions)
    .where(and(eq(webhookSubscriptions.id, subscriptionId), eq(webhookSubscriptions.enabled, true)))
  if (!subscription) return { subscription, claimed: [] }
  const rows = await claim.all(tx, { subscriptionId, now, leaseUntil: now + leaseMs, limit })
  const claimed: Claimed[] = []
  for (const row of rows) {
    const [event] = await tx
      .select({ payload: outboundEvents.payload })
      .from(outboundEvents)
      .where(eq(outboundEvents.id, row.eventId))
    claimed.push({ row, payload: event?.payload ?? null })
  }
  return { subscription, claimed }
}

/** The result of an attempt. Without a status there was no answer. */
export interface Outcome {
  status: number | null
  error: string | null
  response: string | null
  durationMs: number
  /** How long the receiver asked us to wait. */
  retryAfterMs: number | null
}

/** Records an attempt and decides what comes next. A sender that lost its lease only adds to the log. */
export async function recordOutcome(
  tx: Tx,
  deps: { now: number; publicUrl: string },
  row: DeliveryRow,
  outcome: Outcome,
): Promise<void> {
  const { now } = deps
  const { status, error, response, durationMs } = outcome
  const isDelivered = error === null
  const isGone = status === 410
  const wait = isDelivered || isGone ? null : deliveryRetryDelay(row.attempts, row.id)
  const [ours] = await tx
    .update(webhookDeliveries)
    .set({
      state: isDelivered ? 'delivered' : wait === null ? 'failed' : 'queued',
      dueAt: now + Math.max(wait ?? 0, outcome.retryAfterMs ?? 0),
      leaseUntil: null,
      lastStatus: status,
      lastError: error,
      endedAt: wait === null ? now : null,
    })
    .where(isHeldBy(row))
    .returning({ subscriptionId: webhookDeliveries.subscriptionId })
  const [known] = await tx
    .select({ id: webhookDeliveries.id })
    .from(webhookDeliveries)
    .where(eq(webhookDeliveries.id, row.id))
  // Its subscription may have been deleted meanwhile.
  if (known)
    await tx
      .insert(webhookAttempts)
      .values({ deliveryId: row.id, at: now, durationMs, status, error, response })
  if (ours) await judgeSubscription(tx, deps, row.subscriptionId, { isDelivered, isGone })
}

const isHeldBy = ({ id, attempts }: DeliveryRow) =>
  and(
    eq(webhookDeliveries.id, id),
    eq(webhookDeliveries.attempts, attempts),
    eq(webhookDeliveries.state, 'sending'),
  )

/** Gives an attempt back that a shutdown cut off, so the next start repeats it at once. */
export async function giveBack(tx: Tx, now: number, row: DeliveryRow): Promise<void> {
  await tx
    .update(webhookDeliveries)
    .set({ state: 'queued', attempts: row.attempts - 1, dueAt: now, leaseUntil: null })
    .where(isHeldBy(row))
}

async function judgeSubscription(
  tx: Tx,
  deps: { now: number; publicUrl: string },
  id: string,
  { isDelivered, isGone }: { isDelivered: boolean; isGone: boolean },
): Promise<void> {
  const [known] = await tx.select().from(webhookSubscriptions).where(eq(webhookSubscriptions.id, id))
  if (!known) return
  if (isDelivered && known.failingSince === null) return
  const failingSince = isDelivered ? null : (known.failingSince ?? deps.now)
  await tx.update(webhookSubscriptions).set({ failingSince }).where(eq(webhookSubscriptions.id, id))
  if (!known.enabled || failingSince === null) return
  if (isGone) await turnOff(tx, deps, known, 'gone')
  else if (deps.now - failingSince >= failsForAtMost) await turnOff(tx, deps, known, 'failing')
}

/** Ends every lease at startup, when no other process can be sending. */
export async function endDeliveryLeases(tx: Tx, now: number): Promise<void> {
  await tx.run(
    sql`UPDATE webhook_deliveries SET lease_until = ${now} WHERE state = 'sending' AND lease_until > ${now}`,
  )
}
