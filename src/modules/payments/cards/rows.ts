import { and, asc, desc, eq, inArray, lte, ne, sql } from 'drizzle-orm'
import { billingSchedules, cardSetups, customers, savedCards } from '../../../../db/schema'
import { prepared, type Db, type Tx } from '../../../../db/store'
import { isoTime } from '../../../lib/clock'
import type { Merge, Person } from '../../../lib/person'
import type { OpenWanted } from '../../../providers/payments/refused'
import type { SavedCard } from './model'

export type CardRow = typeof savedCards.$inferSelect
export type CardSetupRow = typeof cardSetups.$inferSelect

const active = prepared((db) =>
  db
    .select()
    .from(savedCards)
    .where(and(eq(savedCards.customerId, sql.placeholder('customerId')), sql`${savedCards.state} = 'active'`))
    .limit(1),
)

/** The card that is charged for this customer. */
export const activeCard = (db: Db, customerId: string): Promise<CardRow | undefined> =>
  active.get(db, { customerId })

/** A card as its owner and HQ see it. */
export function presentCard(row: CardRow): SavedCard {
  const { brand, last4, expMonth, expYear, createdAt } = row
  return { brand, last4, expMonth, expYear, savedAt: isoTime(createdAt) }
}

export async function savedCardOf(db: Db, customerId: string): Promise<SavedCard | null> {
  const row = await activeCard(db, customerId)
  return row ? presentCard(row) : null
}

/** All cards a customer ever saved, with the words they agreed to. */
export async function cardsOfCustomer(db: Db, customerId: string) {
  const rows = await db.select().from(savedCards).where(eq(savedCards.customerId, customerId))
  return rows.map((row) => ({ ...presentCard(row), state: row.state, consent: row.consent?.text ?? null }))
}

export async function findSetup(
  db: Db,
  where: { id: string } | { sessionId: string },
): Promise<CardSetupRow | undefined> {
  const [column, value] = 'id' in where ? [cardSetups.id, where.id] : [cardSetups.sessionId, where.sessionId]
  const [row] = await db.select().from(cardSetups).where(eq(column, value)).limit(1)
  return row
}

/** A person keeps one record at the processor, also after removing a card. */
export async function knownAtProcessor(db: Db, customerId: string): Promise<string | null> {
  const [row] = await db
    .select({ id: savedCards.paymentsCustomerId })
    .from(savedCards)
    .where(and(eq(savedCards.customerId, customerId), ne(savedCards.paymentsCustomerId, '')))
    .orderBy(desc(savedCards.createdAt))
    .limit(1)
  if (row) return row.id
  const [customer] = await db
    .select({ id: customers.paymentsCustomerId })
    .from(customers)
    .where(eq(customers.id, customerId))
    .limit(1)
  return customer?.id ?? null
}

/** Schedules that charge a customer automatically. */
export async function chargedSchedules(db: Db, customerId: string): Promise<string[]> {
  const { id, status, autoCharge } = billingSchedules
  const rows = await db
    .select({ id })
    .from(billingSchedules)
    .where(and(eq(billingSchedules.customerId, customerId), ne(status, 'ended'), eq(autoCharge, true)))
  return rows.map((row) => row.id)
}

/** Cards that the processor hasn't removed yet. */
export async function openDetachments(db: Db, { limit, mostAttempts }: OpenWanted): Promise<string[]> {
  const rows = await db
    .select({ id: savedCards.id })
    .from(savedCards)
    .where(and(sql`${savedCards.state} = 'detaching'`, lte(savedCards.attempts, mostAttempts)))
    .orderBy(asc(savedCards.attempts), asc(savedCards.createdAt))
    .limit(limit)
  return rows.map(({ id }) => id)
}

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
