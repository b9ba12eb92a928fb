import { and, desc, eq } from 'drizzle-orm'
import { demoCards, demoIntents } from '../../../../db/schema'
import { onlyRow, type Db, type Tx } from '../../../../db/store'
import { PaymentRefused } from '../refused'
import type { Card, Payment, StoredCardOrder } from '../types'
import { recordEvent } from './events'
import { intentObject, type IntentRow } from './objects'
import { leastChargeCents, capture, loadPayment, paymentOf } from './payments'
import { once, demoId, type DemoWorld } from './world'

export function chargeStoredCard(world: DemoWorld, order: StoredCardOrder): Promise<Payment> {
  return once(world, order, {
    operation: 'charge',
    async make(tx, now) {
      const card = await cardToCharge(tx, order)
      const fate = card ? fateOfSaved(card.number) : fateOfStoredCard(order.customerId)
      if (fate === 'unknown' || fate === 'no-card') throw new PaymentRefused(fate)
      if (order.amountCents < leastChargeCents) throw new PaymentRefused('too-little')
      const intent = await openIntent(tx, now, order, fate === 'takes' ? null : 'generic_decline')
      if (fate !== 'takes') {
        await recordEvent(tx, now, 'payment_intent.payment_failed', intentObject(intent))
        throw new PaymentRefused(fate === 'declines' ? 'declined' : fate)
      }
      const taken = await capture(tx, now, intent, card ? cardOfNumber(card.number) : storedCard)
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

/** A particular card must still be there; without one, the customer's newest is charged, if they saved any. */
async function cardToCharge(tx: Tx, { customerId, cardId }: StoredCardOrder) {
  const [card] = await tx
    .select()
    .from(demoCards)
    .where(and(eq(demoCards.customerId, customerId), cardId ? eq(demoCards.id, cardId) : undefined))
    .orderBy(desc(demoCards.createdAt))
    .limit(1)
  if (cardId && !card) throw new PaymentRefused('no-card')
  return card
}

function fateOfSaved(number: string): StoredCardFate {
  const fate = fateOfCard(number)
  if (fate?.asks) return 'needs-customer'
  return fate?.takes ? 'takes' : 'declines'
}

/** The saved cards that a checkout offers, newest first. */
export async function cardsOf(db: Db, customerId: string) {
  const rows = await db
    .select()
    .from(demoCards)
    .where(eq(demoCards.customerId, customerId))
    .orderBy(desc(demoCards.createdAt))
  return rows.map(({ id, number }) => ({ id, number, ...cardOfNumber(number) }))
}

async function openIntent(
  tx: Tx,
  now: number,
  order: StoredCardOrder,
  lastDecline: string | null,
): Promise<IntentRow> {
  const { customerId, amountCents, jobId, invoiceId, transferGroup, key } = order
  const rows = await tx
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
  return onlyRow(rows)
}

/**
 * The fate of a test card. The numbers are those of the real processor's test mode. A card that asks needs its
 * owner's approval at the bank first (3-D Secure).
 */
export type CardFate = ({ takes: true; disputed: boolean } | { takes: false; reason: string }) & {
  asks?: true
}

const fates = new Map<string, CardFate>([
  ['4242424242424242', { takes: true, disputed: false }],
  ['5555555555554444', { takes: true, disputed: false }],
  ['378282246310005', { takes: true, disputed: false }],
  ['4000000000000259', { takes: true, disputed: true }],
  ['4000002760003184', { takes: true, disputed: false, asks: true }],
  ['4000008400001629', { takes: false, reason: 'generic_decline', asks: true }],
  ['4000000000000002', { takes: false, reason: 'generic_decline' }],
  ['4000000000009995', { takes: false, reason: 'insufficient_funds' }],
  ['4000000000000069', { takes: false, reason: 'expired_card' }],
  ['4000000000000127', { takes: false, reason: 'incorrect_cvc' }],
])

/** Shown next to the form. */
export const testCards = [...fates].map(([number, fate]) => ({
  number,
  fate: nameOf(fate),
}))

function nameOf(fate: CardFate): string {
  if (fate.asks) return fate.takes ? 'asks' : 'asks_then_declines'
  if (!fate.takes) return fate.reason
  return fate.disputed ? 'disputed' : 'succeeds'
}

/** The test cards behind the wallets' buttons. */
export const walletCards = { apple_pay: '4242424242424242', google_pay: '5555555555554444' } as const

/** Null if the number isn't a test card; real cards must not be entered here. */
export function fateOfCard(number: string): CardFate | null {
  return fates.get(number.replaceAll(/[\s-]/g, '')) ?? null
}

/** The card behind a test number, as a receipt names it. */
export function cardOfNumber(number: string): Card {
  const digits = number.replaceAll(/\D/g, '')
  const brand = digits.startsWith('5') ? 'mastercard' : digits.startsWith('3') ? 'amex' : 'visa'
  return { brand, last4: digits.slice(-4) }
}

const storedCard: Card = { brand: 'visa', last4: '4242' }

export type StoredCardFate = 'takes' | 'declines' | 'needs-customer' | 'no-card' | 'unknown'

/**
 * The end of a customer's id decides about their stored card: `cus_anything`, `cus_anything_declined` and so
 * on.
 */
export function fateOfStoredCard(customerId: string): StoredCardFate {
  if (!customerId.startsWith('cus_')) return 'unknown'
  if (customerId.endsWith('_declined')) return 'declines'
  if (customerId.endsWith('_authentication')) return 'needs-customer'
  return customerId.endsWith('_nocard') ? 'no-card' : 'takes'
}
