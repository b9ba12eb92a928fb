import { and, eq, inArray, ne } from 'drizzle-orm'
import { cardSetups, savedCards } from '../../../../db/schema'
import type { CardConsent } from '../../../../db/schema/payments'
import { newId, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { Refusal } from '../../../lib/errors'
import { paymentsNotSetUp } from '../../../providers/payments/none'
import { PaymentRefused } from '../../../providers/payments/refused'
import type { CardSetupState, StoredCard } from '../../../providers/payments/types'
import { requireCustomer, setPaymentsCustomer, type CustomerRow } from '../../customers'
import { queueMessage, usualWay } from '../../messages'
import { clearTodo, recordActivity } from '../../office'
import { chargedSchedules, findSetup, knownAtProcessor, type CardSetupRow } from './rows'

export interface SetupWish {
  customer: CustomerRow
  consent: CardConsent
  /** The path of the page to come back to. */
  path: string
}

/** Keeps the consent, and opens the processor's page to enter the card. */
export async function openCardSetup(deps: Deps, { customer, consent, path }: SetupWish): Promise<string> {
  const { payments } = deps.providers
  if (payments.name === 'none') throw paymentsNotSetUp(true)
  const [id, now] = [newId(), deps.clock.now()]
  const customerId = customer.id
  const stamps = { createdAt: now, updatedAt: now }
  await deps.store.write((tx) =>
    tx.insert(cardSetups).values({ id, customerId, state: 'intended', consent, ...stamps }),
  )
  const back = `${deps.config.publicUrl}${path}`
  try {
    const made = await payments.createCardSetup({
      customerId: await knownAtProcessor(deps.store.read, customerId),
      name: customer.name,
      email: customer.email,
      language: consent.language,
      successUrl: `${back}?saved=${id}`,
      cancelUrl: back,
      key: id,
    })
    const { id: sessionId, url, expiresAt, customerId: paymentsCustomerId } = made
    await deps.store.write((tx) =>
      tx
        .update(cardSetups)
        .set({ state: 'open', sessionId, url, expiresAt, paymentsCustomerId, updatedAt: deps.clock.now() })
        .where(and(eq(cardSetups.id, id), eq(cardSetups.state, 'intended'))),
    )
    return url
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error
    await deps.store.write((tx) =>
      tx.update(cardSetups).set({ state: 'expired' }).where(eq(cardSetups.id, id)),
    )
    throw new Refusal(
      'upstream',
      'You can’t save a card right now because of a problem on our side. Try again later, or call the office.',
      undefined,
      { cause: error },
    )
  }
}

/** Asks the processor about a customer who comes back, so nobody waits for its event. */
export async function finishCardSetup(
  deps: Deps,
  id: string,
  customerId: string,
): Promise<CardSetupRow['state'] | null> {
  const setup = await findSetup(deps.store.read, { id })
  if (setup?.customerId !== customerId) return null
  if (setup.state !== 'open' || setup.sessionId === null) return setup.state
  const found = await deps.providers.payments.findCardSetup(setup.sessionId)
  await deps.store.write((tx) => recordSetup(tx, deps.clock.now(), setup.id, found))
  return (await findSetup(deps.store.read, { id }))?.state ?? null
}

/** Records the outcome of a visit to the processor's page once, however we learn of it. */
export async function recordSetup(
  tx: Tx,
  now: number,
  id: string,
  { status, card }: CardSetupState,
): Promise<void> {
  if (status === 'open') return
  const [setup] = await tx
    .update(cardSetups)
    .set({ state: status === 'complete' ? 'completed' : 'expired', url: null, updatedAt: now })
    .where(and(eq(cardSetups.id, id), inArray(cardSetups.state, ['intended', 'open'])))
    .returning()
  if (setup && card) await keepCard(tx, now, setup, card)
}

/** The new card takes the place of an earlier one, which is removed at the processor. */
async function keepCard(
  tx: Tx,
  now: number,
  { customerId, consent }: CardSetupRow,
  card: StoredCard,
): Promise<void> {
  const { id, brand, last4, expMonth, expYear, customerId: paymentsCustomerId } = card
  await tx
    .update(savedCards)
    .set({ state: 'detaching', removedAt: now, removedBy: 'customer', updatedAt: now })
    .where(and(eq(savedCards.customerId, customerId), eq(savedCards.state, 'active'), ne(savedCards.id, id)))
  const details = { brand, last4, expMonth, expYear, paymentsCustomerId, consent }
  const [kept] = await tx
    .insert(savedCards)
    .values({ id, customerId, state: 'active', ...details, createdAt: now, updatedAt: now })
    .onConflictDoNothing()
    .returning({ id: savedCards.id })
  if (!kept) return
  await setPaymentsCustomer(tx, now, customerId, paymentsCustomerId)
  await clearTodo(tx, now, 'card.removed', customerId)
  for (const schedule of await chargedSchedules(tx, customerId))
    await clearTodo(tx, now, 'billing.no-card', schedule)
  await recordActivity(tx, now, {
    type: 'card.saved',
    actor: 'customer',
    summary: 'A customer saved a card',
    metadata: { customerId, from: consent.from },
  })
  await confirm(tx, now, customerId, card)
}

async function confirm(tx: Tx, now: number, customerId: string, card: StoredCard): Promise<void> {
  const { name, email, phone } = await requireCustomer(tx, customerId)
  const way = usualWay({ customerEmail: email, customerPhone: phone })
  if (way === null) return
  const { id, brand, last4, expMonth, expYear } = card
  await queueMessage(tx, now, {
    about: `card-saved:${id}`,
    ...way,
    template: 'card-saved',
    data: { name, brand, last4, expMonth, expYear },
  })
}
