import { and, eq } from 'drizzle-orm'
import { demoSessions, demoIntents } from '../../../../db/schema'
import { onlyRow, type Db, type Tx } from '../../../../db/store'
import { day } from '../../../lib/clock'
import { must } from '../../../lib/errors'
import { PaymentRefused } from '../refused'
import type { Card, Checkout, CheckoutOrder } from '../types'
import { cardOfNumber, fateOfCard, type CardFate } from './cards'
import { recordEvent } from './events'
import { sessionObject, disputeObject, intentObject, type SessionRow, type IntentRow } from './objects'
import { leastChargeCents, capture, findIntent } from './payments'
import { once, demoId, type DemoWorld } from './world'

const openFor = day

export function createCheckout(world: DemoWorld, order: CheckoutOrder): Promise<Checkout> {
  return once(world, order, {
    operation: 'checkout',
    async make(tx, now) {
      if (order.amountCents < leastChargeCents) throw new PaymentRefused('too-little')
      const id = demoId('cs')
      const {
        amountCents,
        jobId,
        description,
        successUrl,
        cancelUrl,
        customerId = null,
        transferGroup,
      } = order
      const asked = { amountCents, jobId, description, successUrl, cancelUrl, customerId, transferGroup }
      await tx.insert(demoSessions).values({ id, ...asked, expiresAt: now + openFor, createdAt: now })
      return id
    },
    async load(tx, id) {
      const { expiresAt } = must(await findSession(tx, id), 'The session')
      return { id, url: `${world.publicUrl}/demo/checkout/${id}`, expiresAt }
    },
  })
}

export async function findSession(db: Db, id: string): Promise<SessionRow | null> {
  const [row] = await db.select().from(demoSessions).where(eq(demoSessions.id, id)).limit(1)
  return row ?? null
}

export async function expireCheckout(world: DemoWorld, id: string): Promise<void> {
  await world.store.write(async (tx) => {
    if (await expireSession(tx, world.clock.now(), id)) return
    throw new PaymentRefused((await findSession(tx, id)) ? 'wrong-state' : 'unknown')
  })
  world.announce()
}

/** Returns false if it wasn't open anymore. */
export async function expireSession(tx: Tx, now: number, id: string): Promise<boolean> {
  const [expired] = await tx
    .update(demoSessions)
    .set({ state: 'expired' })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.state, 'open')))
    .returning()
  if (expired) await recordEvent(tx, now, 'checkout.session.expired', sessionObject(expired))
  return expired !== undefined
}

export type PayResult =
  | { outcome: 'succeeded' | 'already'; paymentId: string | null; successUrl: string }
  | { outcome: 'declined'; reason: string }
  | { outcome: 'expired'; cancelUrl: string }
  | { outcome: 'not-a-test-card' }
  /** The bank wants its customer's approval first. */
  | { outcome: 'asks' }
  | { outcome: 'not-approved' }

/** The end of the visit to the bank: approved, not proven to be the owner, or left. */
export type BankAnswer = 'approved' | 'failed' | 'left'

/** Tries a card on a checkout, which is paid only once however often this is sent. Null if it is unknown. */
export async function paySession(
  world: DemoWorld,
  id: string,
  card: string,
  bank: BankAnswer | null = null,
): Promise<PayResult | null> {
  const fate = fateOfCard(card)
  const result = await world.store.write(async (tx) => {
    const now = world.clock.now()
    const session = await findSession(tx, id)
    if (!session) return null
    if (session.state === 'complete') return paid('already', session)
    if (session.state === 'expired' || session.expiresAt <= now) {
      await expireSession(tx, now, id)
      return { outcome: 'expired' as const, cancelUrl: session.cancelUrl }
    }
    if (!fate) return { outcome: 'not-a-test-card' as const }
    if (fate.asks && bank === null) return { outcome: 'asks' as const }
    if (fate.asks && bank === 'left') return { outcome: 'not-approved' as const }
    const intent = await intentOf(tx, now, session)
    if (fate.asks && bank === 'failed') return decline(tx, now, intent, 'authentication_failed')
    return fate.takes
      ? take(tx, now, session, intent, { ...fate, card: cardOfNumber(card) })
      : decline(tx, now, intent, fate.reason)
  })
  world.announce()
  return result
}

/** A checkout has one payment, shared by every card tried on it. */
async function intentOf(tx: Tx, now: number, session: SessionRow): Promise<IntentRow> {
  const known = session.intentId ? await findIntent(tx, session.intentId) : null
  if (known) return known
  const { jobId, amountCents, transferGroup } = session
  const rows = await tx
    .insert(demoIntents)
    .values({
      id: demoId('pi'),
      kind: 'payment',
      state: 'open',
      amountCents,
      jobId,
      transferGroup,
      createdAt: now,
      updatedAt: now,
    })
    .returning()
  const intent = onlyRow(rows)
  await tx.update(demoSessions).set({ intentId: intent.id }).where(eq(demoSessions.id, session.id))
  return intent
}

async function take(
  tx: Tx,
  now: number,
  session: SessionRow,
  intent: IntentRow,
  { disputed, card }: CardFate & { takes: true; card: Card },
): Promise<PayResult> {
  const taken = await capture(tx, now, intent, card)
  const complete = { ...session, state: 'complete' as const, intentId: intent.id }
  await tx.update(demoSessions).set({ state: 'complete' }).where(eq(demoSessions.id, session.id))
  await recordEvent(tx, now, 'payment_intent.succeeded', intentObject(taken))
  await recordEvent(tx, now, 'checkout.session.completed', sessionObject(complete))
  if (disputed) await dispute(tx, now, taken)
  return paid('succeeded', complete)
}

async function decline(tx: Tx, now: number, intent: IntentRow, reason: string): Promise<PayResult> {
  const declined = { ...intent, lastDecline: reason, updatedAt: now }
  await tx
    .update(demoIntents)
    .set({ lastDecline: reason, updatedAt: now })
    .where(eq(demoIntents.id, intent.id))
  await recordEvent(tx, now, 'payment_intent.payment_failed', intentObject(declined))
  return { outcome: 'declined', reason }
}

async function dispute(tx: Tx, now: number, intent: IntentRow): Promise<void> {
  await tx.update(demoIntents).set({ disputed: true }).where(eq(demoIntents.id, intent.id))
  await recordEvent(tx, now, 'charge.dispute.created', disputeObject({ ...intent, disputed: true }))
}

function paid(outcome: 'succeeded' | 'already', { intentId, successUrl }: SessionRow): PayResult {
  return { outcome, paymentId: intentId, successUrl }
}
