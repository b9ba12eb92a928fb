import { and, eq, sql } from 'drizzle-orm'
import { savedCards } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { describeError } from '../../../lib/log'
import type { StoredCard } from '../../../providers/payments/types'
import { requireCustomer, setPaymentsCustomer } from '../../customers'
import { raiseTodo, recordActivity } from '../../office'
import { ownRecord } from './links'
import { activeCard, chargedSchedules, openDetachments, type CardRow } from './rows'

/** From now on the card isn't charged. The processor removes it right after. */
export async function removeOwnCard(deps: Deps, proven: string): Promise<{ card: null }> {
  const { id } = await ownRecord(deps, proven)
  const now = deps.clock.now()
  await deps.store.write(async (tx) => {
    const card = await activeCard(tx, id)
    if (card) await dropCard(tx, now, card, { state: 'detaching', by: 'customer' })
  })
  deps.background.runSingle('removing cards', () => detachAll(deps))
  return { card: null }
}

async function detachAll(deps: Deps): Promise<void> {
  for (const id of await openDetachments(deps.store.read, { limit: 100, mostAttempts: 0 }))
    await detachCard(deps, id).catch((error: unknown) => {
      deps.log.warn("couldn't remove a card at the payment processor yet", describeError(error))
    })
}

/** Removes a card at the processor. Throws until that is known to have happened. */
export async function detachCard(deps: Deps, id: string): Promise<void> {
  const [row] = await deps.store.write((tx) =>
    tx
      .update(savedCards)
      .set({ attempts: sql`${savedCards.attempts} + 1` })
      .where(and(eq(savedCards.id, id), eq(savedCards.state, 'detaching')))
      .returning({ id: savedCards.id }),
  )
  if (!row) return
  await deps.providers.payments.removeCard({ id, key: `detach:${id}` })
  await deps.store.write((tx) => markRemoved(tx, deps.clock.now(), id))
}

async function markRemoved(tx: Tx, now: number, id: string): Promise<void> {
  await tx
    .update(savedCards)
    .set({ state: 'removed', updatedAt: now })
    .where(and(eq(savedCards.id, id), eq(savedCards.state, 'detaching')))
}

/** The processor says a card is gone: we asked for that, or someone removed it in its dashboard. */
export async function recordDetached(tx: Tx, now: number, card: CardRow): Promise<void> {
  if (card.state === 'active') await dropCard(tx, now, card, { state: 'removed', by: 'processor' })
  else await markRemoved(tx, now, card.id)
}

/** The bank replaced the card: the same saved card now has another number or date. */
export async function recordUpdated(tx: Tx, now: number, card: CardRow, fresh: StoredCard): Promise<void> {
  const { brand, last4, expMonth, expYear } = fresh
  await tx
    .update(savedCards)
    .set({ brand, last4, expMonth, expYear, updatedAt: now })
    .where(and(eq(savedCards.id, card.id), eq(savedCards.state, 'active')))
}

interface Drop {
  state: 'detaching' | 'removed'
  by: 'customer' | 'processor'
}

async function dropCard(
  tx: Tx,
  now: number,
  { id, customerId }: CardRow,
  { state, by }: Drop,
): Promise<void> {
  const [gone] = await tx
    .update(savedCards)
    .set({ state, removedAt: now, removedBy: by, updatedAt: now })
    .where(and(eq(savedCards.id, id), eq(savedCards.state, 'active')))
    .returning({ id: savedCards.id })
  if (!gone) return
  await setPaymentsCustomer(tx, now, customerId, null)
  await recordActivity(tx, now, {
    type: 'card.removed',
    actor: by,
    summary: "A customer's saved card was removed",
    metadata: { customerId },
  })
  if ((await chargedSchedules(tx, customerId)).length === 0) return
  const { name } = await requireCustomer(tx, customerId)
  await raiseTodo(tx, now, {
    kind: 'card.removed',
    subject: customerId,
    title: `Ask for another card: ${name}`,
    detail: `${by === 'customer' ? 'The customer removed their saved card' : 'The saved card was removed at your payment processor'}, but a billing schedule charges it automatically. Until there's another card, we'll send invoices instead. You can send the customer a link to save one.`,
  })
}
