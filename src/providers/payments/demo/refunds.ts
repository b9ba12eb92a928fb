import { asc, eq } from 'drizzle-orm'
import { demoIntents, demoRefunds } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import { PaymentRefused } from '../refused'
import type { Refund, RefundOrder } from '../types'
import { recordEvent } from './events'
import { findIntent } from './intents'
import { once } from './keys'
import { chargeObject, type IntentRow } from './objects'
import { demoId, type DemoWorld } from './world'

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
      const [row] = await tx.select().from(demoRefunds).where(eq(demoRefunds.id, id)).limit(1)
      return refundOf(row!)
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

/** The payment as this refund leaves it, or why there may be none. */
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

function refundOf({ id, cents, key }: typeof demoRefunds.$inferSelect): Refund {
  return { id, cents, status: 'succeeded', key }
}
