import { and, eq } from 'drizzle-orm'
import { demoSessions } from '../../../../db/schema'
import type { Db, Tx } from '../../../../db/store'
import { day } from '../../../lib/clock'
import { PaymentRefused } from '../refused'
import type { Checkout, CheckoutOrder } from '../types'
import { recordEvent } from './events'
import { leastChargeCents } from './fee'
import { once } from './keys'
import { sessionObject, type SessionRow } from './objects'
import { demoId, type DemoWorld } from './world'

const openFor = day

export function createCheckout(world: DemoWorld, order: CheckoutOrder): Promise<Checkout> {
  return once(world, order, {
    operation: 'checkout',
    async make(tx, now) {
      if (order.amountCents < leastChargeCents) throw new PaymentRefused('too-little')
      const id = demoId('cs')
      const { amountCents, jobId, description, successUrl, cancelUrl, transferGroup } = order
      const asked = { amountCents, jobId, description, successUrl, cancelUrl, transferGroup }
      await tx.insert(demoSessions).values({ id, ...asked, expiresAt: now + openFor, createdAt: now })
      return id
    },
    async load(tx, id) {
      const { expiresAt } = (await findSession(tx, id))!
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

/** False when it was not open any more. */
export async function expireSession(tx: Tx, now: number, id: string): Promise<boolean> {
  const [expired] = await tx
    .update(demoSessions)
    .set({ state: 'expired' })
    .where(and(eq(demoSessions.id, id), eq(demoSessions.state, 'open')))
    .returning()
  if (expired) await recordEvent(tx, now, 'checkout.session.expired', sessionObject(expired))
  return expired !== undefined
}
