import { and, eq, inArray, sql } from 'drizzle-orm'
import { cardSetups, savedCards } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Merge, Person } from '../../../lib/person'

export type CardRow = typeof savedCards.$inferSelect
export type CardSetupRow = typeof cardSetups.$inferSelect

/** Their cards are still removed at the processor, which needs only the card's id. */
export async function forgetCards(tx: Tx, { ids, at }: Person): Promise<void> {
  await tx
    .update(savedCards)
    .set({
      state: sql`iif(${savedCards.state} = 'removed', 'removed', 'detaching')`,
      brand: '',
      last4: '',
      paymentsCustomerId: '',
      consent: null,
      removedAt: sql`coalesce(${savedCards.removedAt}, ${at})`,
      removedBy: sql`coalesce(${savedCards.removedBy}, 'truckroll')`,
      updatedAt: at,
    })
    .where(inArray(savedCards.customerId, ids))
  await tx.delete(cardSetups).where(inArray(cardSetups.customerId, ids))
}

/** If both have a card, the card of the record that stays is kept. */
export async function mergeCustomer(tx: Tx, { from, into, at }: Merge): Promise<void> {
  const hasOwn = sql`EXISTS (SELECT 1 FROM saved_cards AS kept WHERE kept.customer_id = ${into} AND kept.state = 'active')`
  await tx
    .update(savedCards)
    .set({ state: 'detaching', removedAt: at, removedBy: 'truckroll', updatedAt: at })
    .where(and(eq(savedCards.customerId, from), eq(savedCards.state, 'active'), hasOwn))
  await tx.update(savedCards).set({ customerId: into }).where(eq(savedCards.customerId, from))
  await tx.update(cardSetups).set({ customerId: into }).where(eq(cardSetups.customerId, from))
}
