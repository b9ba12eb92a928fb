import { and, eq } from 'drizzle-orm'
import { demoCards, demoSetups } from '../../../../db/schema'
import type { Db } from '../../../../db/store'
import { day, second } from '../../../lib/clock'
import { must } from '../../../lib/errors'
import { PaymentRefused } from '../refused'
import type { CardSetup, CardSetupOrder, CardSetupState, StoredCard } from '../types'
import { cardOfNumber, fateOfCard } from './cards'
import { recordEvent } from './events'
import { once, demoId, type DemoWorld } from './world'

export type SetupRow = typeof demoSetups.$inferSelect
type CardRow = typeof demoCards.$inferSelect

export function createCardSetup(world: DemoWorld, order: CardSetupOrder): Promise<CardSetup> {
  return once(world, order, {
    operation: 'card setup',
    async make(tx, now) {
      const id = demoId('cs')
      const { successUrl, cancelUrl } = order
      const customerId = order.customerId ?? demoId('cus')
      const stamps = { expiresAt: now + day, createdAt: now }
      await tx.insert(demoSetups).values({ id, customerId, successUrl, cancelUrl, ...stamps })
      return id
    },
    async load(tx, id) {
      const { expiresAt, customerId } = must(await findSetup(tx, id), 'The setup')
      return { id, url: `${world.publicUrl}/demo/card/${id}`, expiresAt, customerId }
    },
  })
}

export async function findSetup(db: Db, id: string): Promise<SetupRow | null> {
  const [row] = await db.select().from(demoSetups).where(eq(demoSetups.id, id)).limit(1)
  return row ?? null
}

export async function findCardSetup(db: Db, id: string): Promise<CardSetupState> {
  const setup = await findSetup(db, id)
  if (!setup) throw new PaymentRefused('unknown')
  return { status: setup.state, card: setup.cardId === null ? null : await findCard(db, setup.cardId) }
}

export async function findCard(db: Db, id: string): Promise<StoredCard | null> {
  const [row] = await db.select().from(demoCards).where(eq(demoCards.id, id)).limit(1)
  return row && row.customerId !== null ? cardOf({ ...row, customerId: row.customerId }) : null
}

const cardOf = ({ id, customerId, number, expMonth, expYear }: CardRow & { customerId: string }) => ({
  id,
  customerId,
  ...cardOfNumber(number),
  expMonth,
  expYear,
})

export type SaveResult = { outcome: 'saved' | 'expired' | 'not-a-test-card' }

/**
 * Saves a test card, once per page. Cards that decline a charge can be saved, except those a bank would refuse
 * right away. Null if the page is unknown.
 */
export async function saveCard(world: DemoWorld, id: string, number: string): Promise<SaveResult | null> {
  const result = await world.store.write(async (tx): Promise<SaveResult | null> => {
    const now = world.clock.now()
    const setup = await findSetup(tx, id)
    if (!setup) return null
    if (setup.state === 'complete') return { outcome: 'saved' }
    if (setup.state === 'expired' || setup.expiresAt <= now) return { outcome: 'expired' }
    if (!fateOfCard(number)) return { outcome: 'not-a-test-card' }
    const cardId = demoId('pm')
    const expiry = { expMonth: 12, expYear: new Date(now).getUTCFullYear() + 3 }
    await tx.insert(demoCards).values({
      id: cardId,
      customerId: setup.customerId,
      number: number.replaceAll(/\D/g, ''),
      ...expiry,
      createdAt: now,
    })
    const complete = { ...setup, state: 'complete' as const, cardId }
    await tx.update(demoSetups).set({ state: 'complete', cardId }).where(eq(demoSetups.id, id))
    await recordEvent(tx, now, 'checkout.session.completed', setupObject(complete))
    return { outcome: 'saved' }
  })
  world.announce()
  return result
}

export async function removeCard(world: DemoWorld, id: string): Promise<void> {
  await world.store.write(async (tx) => {
    const [gone] = await tx
      .update(demoCards)
      .set({ customerId: null })
      .where(and(eq(demoCards.id, id)))
      .returning({ id: demoCards.id })
    if (gone)
      await recordEvent(tx, world.clock.now(), 'payment_method.detached', {
        id,
        object: 'payment_method',
        type: 'card',
        customer: null,
      })
  })
  world.announce()
}

function setupObject(setup: SetupRow): Record<string, unknown> {
  return {
    id: setup.id,
    object: 'checkout.session',
    mode: 'setup',
    customer: setup.customerId,
    status: setup.state,
    payment_status: 'no_payment_required',
    expires_at: Math.floor(setup.expiresAt / second),
    created: Math.floor(setup.createdAt / second),
  }
}
