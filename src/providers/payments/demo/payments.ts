import { and, eq, isNull, or, asc, sql } from 'drizzle-orm'
import { demoIntents, demoRefunds } from '../../../../db/schema'
import { onlyRow, type Db, type Tx } from '../../../../db/store'
import { taxOn, type Cents } from '../../../lib/money'
import { PaymentRefused } from '../refused'
import type { BookingPayment, Card, EventPayment, Payment, Refund, RefundOrder } from '../types'
import { recordEvent } from './events'
import { cardOf, chargeObject, refundObject, type IntentRow, type RefundRow } from './objects'
import { once, demoId, type DemoWorld } from './world'

export async function findIntent(db: Db, id: string): Promise<IntentRow | null> {
  const [row] = await db.select().from(demoIntents).where(eq(demoIntents.id, id)).limit(1)
  return row ?? null
}

export async function findPayment(db: Db, id: string): Promise<Payment | null> {
  const intent = await findIntent(db, id)
  return intent && paymentOf(intent)
}

export async function loadPayment(db: Db, id: string): Promise<Payment> {
  const payment = await findPayment(db, id)
  if (!payment) throw new PaymentRefused('unknown')
  return payment
}

/** Adds the whole amount, minus the fee, to our balance. */
export async function capture(tx: Tx, now: number, intent: IntentRow, card: Card): Promise<IntentRow> {
  const taken = {
    state: 'succeeded' as const,
    capturedCents: intent.amountCents,
    feeCents: feeOn(intent.amountCents),
    cardBrand: card.brand,
    cardLast4: card.last4,
    lastDecline: null,
    updatedAt: now,
  }
  await tx.update(demoIntents).set(taken).where(eq(demoIntents.id, intent.id))
  return { ...intent, ...taken }
}

export async function tieToJob(
  { store, clock }: DemoWorld,
  { paymentId, jobId }: { paymentId: string; jobId: string },
): Promise<Payment> {
  return store.write(async (tx) => {
    const free = or(isNull(demoIntents.jobId), eq(demoIntents.jobId, jobId))
    const [tied] = await tx
      .update(demoIntents)
      .set({ jobId, updatedAt: clock.now() })
      .where(and(eq(demoIntents.id, paymentId), free))
      .returning()
    if (tied) return paymentOf(tied)
    throw new PaymentRefused((await findIntent(tx, paymentId)) ? 'wrong-state' : 'unknown')
  })
}

export async function cancelSetup(
  { store, clock }: DemoWorld,
  { paymentId }: { paymentId: string },
): Promise<Payment> {
  return store.write(async (tx) => {
    const intent = await findIntent(tx, paymentId)
    if (intent?.kind !== 'setup') throw new PaymentRefused('unknown')
    if (intent.state === 'succeeded') throw new PaymentRefused('wrong-state')
    const cancelled = { ...intent, state: 'cancelled' as const, updatedAt: clock.now() }
    if (intent.state === 'open')
      await tx.update(demoIntents).set(cancelled).where(eq(demoIntents.id, intent.id))
    return paymentOf(cancelled)
  })
}

export function paymentOf(intent: IntentRow): Payment {
  return {
    id: intent.id,
    kind: intent.kind,
    status: intent.state,
    amountCents: intent.amountCents,
    capturedCents: intent.capturedCents,
    refundedCents: intent.refundedCents,
    feeCents: intent.kind === 'payment' && intent.state === 'succeeded' ? intent.feeCents : null,
    card: cardOf(intent),
    disputed: intent.disputed,
    jobId: intent.jobId,
    currency: 'usd',
  }
}

/**
 * Turns the payment a booking names into one of the demo processor's own, in the state the booking claims. An
 * id that already exists, from another job or a checkout, stays as it is.
 */
export async function adoptBookingPayment(tx: Tx, booking: BookingPayment): Promise<boolean> {
  const state = stateOf(booking)
  if (!state) return false
  const adopted = await tx
    .insert(demoIntents)
    .values({
      id: booking.paymentId,
      jobId: booking.jobId,
      transferGroup: booking.jobId,
      createdAt: booking.at,
      updatedAt: booking.at,
      ...state,
    })
    .onConflictDoNothing()
    .returning({ id: demoIntents.id })
  return adopted.length > 0
}

/**
 * A signed event is trusted, no matter who made the payment: it can then be refunded and transferred like any
 * other. It overrides a booking's claim, but not what was already captured for this job.
 */
export async function adoptEventPayment(tx: Tx, paid: EventPayment): Promise<void> {
  const { id, jobId, capturedCents, at } = paid
  const taken = {
    kind: 'payment' as const,
    state: 'succeeded' as const,
    amountCents: Math.max(paid.amountCents, capturedCents),
    capturedCents,
    feeCents: feeOn(capturedCents),
    lastDecline: null,
    updatedAt: at,
  }
  await tx
    .insert(demoIntents)
    .values({ id, jobId, transferGroup: jobId, createdAt: at, ...taken })
    .onConflictDoUpdate({
      target: demoIntents.id,
      set: { ...taken, jobId: sql`coalesce(excluded.job_id, ${demoIntents.jobId})` },
      setWhere: sql`${demoIntents.state} <> 'succeeded'
        OR (${demoIntents.refundedCents} = 0 AND ${demoIntents.jobId} <> excluded.job_id)`,
    })
}

function stateOf({ paymentStatus, totalCents }: BookingPayment) {
  const payment = { kind: 'payment' as const, amountCents: totalCents }
  switch (paymentStatus) {
    case 'charged':
      return {
        ...payment,
        state: 'succeeded' as const,
        capturedCents: totalCents,
        feeCents: feeOn(totalCents),
      }
    case 'pending':
      return { ...payment, state: 'open' as const }
    // Saved but not confirmed, so the setup can still be canceled.
    case 'card_on_file':
      return { kind: 'setup' as const, state: 'open' as const, amountCents: 0 }
    case null:
    default:
      return null
  }
}

export function refund(world: DemoWorld, order: RefundOrder): Promise<Refund> {
  return once(world, order, {
    operation: 'refund',
    async make(tx, now) {
      const refunded = afterRefund(await findIntent(tx, order.paymentId), order.cents)
      const id = demoId('re')
      const { paymentId: intentId, cents, reason, key } = order
      await tx.insert(demoRefunds).values({ id, intentId, cents, reason, key, createdAt: now })
      const { refundedCents } = refunded
      await tx.update(demoIntents).set({ refundedCents, updatedAt: now }).where(eq(demoIntents.id, intentId))
      await recordEvent(tx, now, 'charge.refunded', chargeObject(refunded))
      return id
    },
    async load(tx, id) {
      return refundOf(onlyRow(await tx.select().from(demoRefunds).where(eq(demoRefunds.id, id))))
    },
  })
}

export async function listRefunds(db: Db, paymentId: string): Promise<Refund[]> {
  const rows = await db
    .select()
    .from(demoRefunds)
    .where(eq(demoRefunds.intentId, paymentId))
    .orderBy(asc(demoRefunds.createdAt), asc(demoRefunds.id))
  return rows.map(refundOf)
}

/** The payment after this refund. Throws if the refund isn't possible. */
function afterRefund(intent: IntentRow | null, cents: number): IntentRow {
  if (intent?.kind !== 'payment') throw new PaymentRefused('unknown')
  if (intent.state !== 'succeeded') throw new PaymentRefused('wrong-state')
  if (intent.disputed) throw new PaymentRefused('disputed')
  if (intent.refundedCents === intent.capturedCents) throw new PaymentRefused('already-refunded')
  if (!Number.isSafeInteger(cents) || cents < 1) throw new PaymentRefused('too-little')
  const refundedCents = intent.refundedCents + cents
  if (refundedCents > intent.capturedCents) throw new PaymentRefused('too-much')
  return { ...intent, refundedCents }
}

function refundOf({ id, cents, key, failed }: RefundRow): Refund {
  return { id, cents, status: failed ? 'failed' : 'succeeded', key }
}

/** The bank returns a refund, as can happen days later. False if it already did. */
export async function failRefund(world: DemoWorld, id: string, reason: string): Promise<boolean> {
  const row = await world.store.write(async (tx) => {
    const failed = await adoptFailedRefund(tx, id)
    if (!failed) return null
    const now = world.clock.now()
    const object = refundObject(failed, reason)
    for (const type of ['charge.refund.updated', 'refund.updated', 'refund.failed'])
      await recordEvent(tx, now, type, object)
    return failed
  })
  world.announce()
  return row !== null
}

/** The money is back in our balance, and the payment can be refunded again. */
export async function adoptFailedRefund(tx: Tx, id: string): Promise<RefundRow | null> {
  const [failed] = await tx
    .update(demoRefunds)
    .set({ failed: true })
    .where(and(eq(demoRefunds.id, id), eq(demoRefunds.failed, false)))
    .returning()
  if (!failed) return null
  await tx
    .update(demoIntents)
    .set({ refundedCents: sql`${demoIntents.refundedCents} - ${failed.cents}` })
    .where(eq(demoIntents.id, failed.intentId))
  return failed
}

/** 2.9% and 30 cents, the real processor's fee for a card payment, and never more than the amount. */
export function feeOn(capturedCents: Cents): Cents {
  return Math.min(capturedCents, taxOn(capturedCents, 290) + 30)
}

/** The real processor's minimum charge. */
export const leastChargeCents: Cents = 50
