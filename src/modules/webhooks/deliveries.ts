import { and, asc, desc, eq, gte, inArray, isNotNull, lt } from 'drizzle-orm'
import { isAnyOf, mentions } from '../../../db/conditions'
import { jobs, outboundEvents, webhookAttempts, webhookDeliveries } from '../../../db/schema'
import { newId, onlyRow, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { day, isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import type { Person } from '../../lib/person'
import { blankEvents, keepEvent, sweepEvents } from '../events'
import { testEvent } from './catalog'
import type { Delivery, DeliveryDetail, DeliveryQuery } from './model'
import type { DeliveryRow } from './queue'
import { sendWebhooksSoon } from './sender'
import { hostOf, record, requireSubscription } from './subscriptions'

const keptFor = 30 * day

/** Newest first. */
export async function listDeliveries(
  { store }: Deps,
  subscriptionId: string,
  { state, type }: DeliveryQuery,
): Promise<Listing<DeliveryRow, Delivery>> {
  await requireSubscription(store.read, subscriptionId)
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentDelivery,
    rows: (limit, after) =>
      store.read
        .select()
        .from(webhookDeliveries)
        .where(
          and(
            eq(webhookDeliveries.subscriptionId, subscriptionId),
            state === undefined ? undefined : eq(webhookDeliveries.state, state),
            type === undefined ? undefined : eq(webhookDeliveries.type, type),
            after ? lt(webhookDeliveries.id, String(after[0])) : undefined,
          ),
        )
        .orderBy(desc(webhookDeliveries.id))
        .limit(limit),
  }
}

export async function readDelivery({ store }: Deps, id: string): Promise<DeliveryDetail> {
  const row = await requireDelivery(store.read, id)
  const log = await store.read
    .select()
    .from(webhookAttempts)
    .where(eq(webhookAttempts.deliveryId, id))
    .orderBy(asc(webhookAttempts.id))
  return {
    delivery: presentDelivery(row),
    payload: await payloadOf(store.read, row),
    log: log.map(({ at, durationMs, status, error, response }) => ({
      at: isoTime(at),
      durationMs,
      status,
      error,
      response,
    })),
  }
}

/** Sends an event again, with the same id and text. */
export async function replayDelivery(deps: Deps, id: string, actor: Actor): Promise<Delivery> {
  const now = deps.clock.now()
  const replayed = await deps.store.write(async (tx) => {
    const row = await requireDelivery(tx, id)
    const subscription = await requireSubscription(tx, row.subscriptionId)
    if (!subscription.enabled) throw conflict('This webhook is off. Turn it on first.')
    if (row.state === 'sending') throw conflict('This event is being sent right now')
    if ((await payloadOf(tx, row)) === null)
      throw conflict('The customer was erased, so we no longer have this event')
    await record(
      tx,
      now,
      actor,
      'replayed',
      `Replayed ${row.type} to ${hostOf(subscription)}`,
      subscription.id,
    )
    return onlyRow(
      await tx.update(webhookDeliveries).set(again(now)).where(eq(webhookDeliveries.id, id)).returning(),
    )
  })
  sendWebhooksSoon(deps)
  return presentDelivery(replayed)
}

const again = (now: number) => ({ state: 'queued' as const, attempts: 0, dueAt: now, endedAt: null })

/** Sends every event again that failed for good since then. */
export async function replayFailed(
  deps: Deps,
  subscriptionId: string,
  since: number,
  actor: Actor,
  once: Once,
): Promise<{ replayed: number }> {
  const now = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const subscription = await requireSubscription(tx, subscriptionId)
    if (!subscription.enabled) throw conflict('This webhook is off. Turn it on first.')
    const kept = tx
      .select({ id: outboundEvents.id })
      .from(outboundEvents)
      .where(isNotNull(outboundEvents.payload))
    const rows = await tx
      .update(webhookDeliveries)
      .set(again(now))
      .where(
        and(
          eq(webhookDeliveries.subscriptionId, subscriptionId),
          eq(webhookDeliveries.state, 'failed'),
          gte(webhookDeliveries.createdAt, since),
          inArray(webhookDeliveries.eventId, kept),
        ),
      )
      .returning({ id: webhookDeliveries.id })
    const summary = `Replayed ${rows.length} failed ${rows.length === 1 ? 'event' : 'events'} to ${hostOf(subscription)}`
    if (rows.length > 0) await record(tx, now, actor, 'replayed', summary, subscriptionId)
    const replayed = { replayed: rows.length }
    await once.settle(tx, replayed)
    return replayed
  })
  sendWebhooksSoon(deps)
  return answer
}

export async function sendTest(
  deps: Deps,
  subscriptionId: string,
  actor: Actor,
  once: Once,
): Promise<Delivery> {
  const now = deps.clock.now()
  const answer = await deps.store.write(async (tx) => {
    const subscription = await requireSubscription(tx, subscriptionId)
    if (!subscription.enabled) throw conflict('This webhook is off. Turn it on first.')
    const message = 'This is a test. If you can read it, the webhook works.'
    const { id: eventId, type } = await keepEvent(tx, now, testEvent, { message })
    const row = { id: newId(), eventId, subscriptionId, type, dueAt: now, createdAt: now }
    const kept = presentDelivery(onlyRow(await tx.insert(webhookDeliveries).values(row).returning()))
    await record(tx, now, actor, 'tested', `Sent a test event to ${hostOf(subscription)}`, subscriptionId)
    await once.settle(tx, kept)
    return kept
  })
  sendWebhooksSoon(deps)
  return answer
}

/** Payloads contain customers' names, so they are deleted after a while. */
export async function sweepDeliveries({ store, clock }: Deps): Promise<void> {
  await store.write((tx) => sweepEvents(tx, clock.now() - keptFor))
}

/** Removes everything about a person, and sends nothing about them anymore. */
export async function forgetCustomer(tx: Tx, { ids, words }: Person): Promise<void> {
  const own = await tx.select({ id: jobs.id }).from(jobs).where(isAnyOf(jobs.customerId, ids))
  const about = await tx
    .select({ id: outboundEvents.id })
    .from(outboundEvents)
    .where(mentions(outboundEvents.payload, [...words, ...ids, ...own.map(({ id }) => id)]))
  const eventIds = about.map(({ id }) => id)
  const theirs = isAnyOf(webhookDeliveries.eventId, eventIds)
  const deliveries = tx.select({ id: webhookDeliveries.id }).from(webhookDeliveries).where(theirs)
  await tx
    .update(webhookAttempts)
    .set({ response: null })
    .where(inArray(webhookAttempts.deliveryId, deliveries))
  await tx
    .update(webhookDeliveries)
    .set({ state: 'cancelled', lastError: 'The customer was erased', leaseUntil: null })
    .where(and(theirs, inArray(webhookDeliveries.state, ['queued', 'sending'])))
  await blankEvents(tx, eventIds)
}

async function payloadOf(db: Db, { eventId }: DeliveryRow): Promise<string | null> {
  const [event] = await db
    .select({ payload: outboundEvents.payload })
    .from(outboundEvents)
    .where(eq(outboundEvents.id, eventId))
  return event?.payload ?? null
}

async function requireDelivery(db: Db, id: string): Promise<DeliveryRow> {
  const [row] = await db.select().from(webhookDeliveries).where(eq(webhookDeliveries.id, id)).limit(1)
  if (!row) throw missing('Delivery')
  return row
}

function presentDelivery(row: DeliveryRow): Delivery {
  const { leaseUntil: _, dueAt, createdAt, endedAt, ...rest } = row
  return {
    ...rest,
    dueAt: row.state === 'queued' ? isoTime(dueAt) : null,
    createdAt: isoTime(createdAt),
    endedAt: isoTimeOrNull(endedAt),
  }
}
