import { and, eq, isNull, or } from 'drizzle-orm'
import { demoIntents } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import { PaymentRefused } from '../refused'
import type { Payment } from '../types'
import { feeOn } from './fee'
import type { IntentRow } from './objects'
import type { DemoWorld } from './world'

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

/** Takes the whole amount, less the fee, into our balance. */
export async function capture(tx: Tx, now: number, intent: IntentRow): Promise<IntentRow> {
  const taken = {
    state: 'succeeded' as const,
    capturedCents: intent.amountCents,
    feeCents: feeOn(intent.amountCents),
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
    disputed: intent.disputed,
    jobId: intent.jobId,
    currency: 'usd',
  }
}
