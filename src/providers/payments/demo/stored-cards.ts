import { and, eq } from 'drizzle-orm'
import { demoIntents } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import { PaymentRefused } from '../refused'
import type { Payment, StoredCardOrder } from '../types'
import { fateOfStoredCard } from './cards'
import { recordEvent } from './events'
import { leastChargeCents } from './fee'
import { capture, loadPayment, paymentOf } from './intents'
import { once } from './keys'
import { intentObject, type IntentRow } from './objects'
import { demoId, type DemoWorld } from './world'

export function chargeStoredCard(world: DemoWorld, order: StoredCardOrder): Promise<Payment> {
  return once(world, order, {
    operation: 'charge',
    async make(tx, now) {
      const fate = fateOfStoredCard(order.customerId)
      if (fate === 'unknown' || fate === 'no-card') throw new PaymentRefused(fate)
      if (order.amountCents < leastChargeCents) throw new PaymentRefused('too-little')
      const intent = await openIntent(tx, now, order, fate === 'takes' ? null : 'generic_decline')
      if (fate !== 'takes') {
        await recordEvent(tx, now, 'payment_intent.payment_failed', intentObject(intent))
        throw new PaymentRefused(fate === 'declines' ? 'declined' : fate)
      }
      const taken = await capture(tx, now, intent)
      await recordEvent(tx, now, 'payment_intent.succeeded', intentObject(taken))
      return intent.id
    },
    load: loadPayment,
  })
}

export async function findStoredCardCharge(
  db: Db,
  { customerId, key }: { customerId: string; key: string },
): Promise<Payment | null> {
  const [row] = await db
    .select()
    .from(demoIntents)
    .where(and(eq(demoIntents.chargeKey, key), eq(demoIntents.customerId, customerId)))
    .limit(1)
  return row ? paymentOf(row) : null
}

async function openIntent(
  tx: Tx,
  now: number,
  order: StoredCardOrder,
  lastDecline: string | null,
): Promise<IntentRow> {
  const { customerId, amountCents, jobId, invoiceId, transferGroup, key } = order
  const [intent] = await tx
    .insert(demoIntents)
    .values({
      id: demoId('pi'),
      kind: 'payment',
      state: 'open',
      amountCents,
      customerId,
      jobId: jobId ?? null,
      invoiceId: invoiceId ?? null,
      transferGroup: transferGroup ?? null,
      chargeKey: key,
      lastDecline,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  return intent!
}
