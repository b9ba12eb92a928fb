import type { Store } from '../../../../db/store'
import type { Clock } from '../../../lib/clock'
import type { Cents } from '../../../lib/money'
import type { Payments } from '../types'
import {
  completeOnboarding,
  createOnboardingLink,
  ensureAccount,
  findAccount,
  balance,
  payOutAccount,
  type Onboarded,
} from './accounts'
import { cardsOf, chargeStoredCard, findStoredCardCharge } from './cards'
import {
  paySession,
  createCheckout,
  expireCheckout,
  findSession,
  type BankAnswer,
  type PayResult,
} from './checkout'
import {
  createCardSetup,
  findCard,
  findCardSetup,
  findSetup,
  removeCard,
  saveCard,
  type SaveResult,
  type SetupRow,
} from './card-setups'
import { eventsSince, recentEvents, EventPost } from './events'
import type { SessionRow } from './objects'
import {
  adoptBookingPayment,
  adoptEventPayment,
  adoptFailedRefund,
  cancelSetup,
  failRefund,
  findPayment,
  tieToJob,
  listRefunds,
  refund,
} from './payments'
import { findTransfer, listReversals, reverseTransfer, transfer } from './transfers'
import type { DemoWorld } from './world'
export { testCards, walletCards } from './cards'
export { type SaveResult } from './card-setups'
export { type BankAnswer, type PayResult } from './checkout'

export interface DemoParts {
  store: Store
  clock: Clock
  publicUrl: string
  /** Signs its events with a secret that our webhook accepts. */
  webhookSecret: string
}

/** The simulated processor, including what people would do on its pages. */
export interface DemoPayments extends Payments {
  readonly name: 'demo'
  findSetup(id: string): Promise<SetupRow | null>
  saveCard(id: string, card: string): Promise<SaveResult | null>
  findSession(id: string): Promise<SessionRow | null>
  paySession(id: string, card: string, bank?: BankAnswer | null): Promise<PayResult | null>
  cardsOf(customerId: string): ReturnType<typeof cardsOf>
  completeOnboarding(accountId: string): Promise<Onboarded | null>
  payOutAccount(accountId: string): Promise<Cents>
  failRefund(id: string, reason?: string): Promise<boolean>
  adoptBookingPayment: NonNullable<Payments['adoptBookingPayment']>
  connect: NonNullable<Payments['connect']>
  deliverDue: NonNullable<Payments['deliverDue']>
}

export function demoPayments({ store, clock, publicUrl, webhookSecret }: DemoParts): DemoPayments {
  const post = new EventPost(store, clock, webhookSecret)
  const world: DemoWorld = { store, clock, publicUrl, announce: () => post.announce() }
  return {
    name: 'demo',
    createCheckout: (order) => createCheckout(world, order),
    expireCheckout: (sessionId) => expireCheckout(world, sessionId),
    findPayment: (id) => findPayment(store.read, id),
    tieToJob: (tie) => tieToJob(world, tie),
    chargeStoredCard: (order) => chargeStoredCard(world, order),
    findStoredCardCharge: (charge) => findStoredCardCharge(store.read, charge),
    cancelSetup: (setup) => cancelSetup(world, setup),
    createCardSetup: (order) => createCardSetup(world, order),
    findCardSetup: (sessionId) => findCardSetup(store.read, sessionId),
    findCard: (id) => findCard(store.read, id),
    removeCard: (card) => removeCard(world, card.id),
    refund: (order) => refund(world, order),
    listRefunds: (paymentId) => listRefunds(store.read, paymentId),
    ensureAccount: (owner) => ensureAccount(world, owner),
    findAccount: (id) => findAccount(store.read, id),
    createOnboardingLink: (order) => createOnboardingLink(world, order),
    transfer: (order) => transfer(world, order),
    findTransfer: (wanted) => findTransfer(store.read, wanted),
    reverseTransfer: (order) => reverseTransfer(world, order),
    listReversals: (transferId) => listReversals(store.read, transferId),
    balance: (accountId) => balance(store.read, accountId),
    recentEvents: (limit) => recentEvents(store.read, limit),
    eventsSince: (since, { undelivered = false } = {}) => eventsSince(store.read, since, undelivered),
    findSetup: (id) => findSetup(store.read, id),
    saveCard: (id, card) => saveCard(world, id, card),
    findSession: (id) => findSession(store.read, id),
    paySession: (id, card, bank) => paySession(world, id, card, bank),
    cardsOf: (customerId) => cardsOf(store.read, customerId),
    completeOnboarding: (accountId) => completeOnboarding(world, accountId),
    payOutAccount: (accountId) => payOutAccount(world, accountId),
    failRefund: (id, reason = 'expired_or_canceled_card') => failRefund(world, id, reason),
    adoptBookingPayment,
    adoptEventPayment,
    adoptFailedRefund: async (tx, id) => void (await adoptFailedRefund(tx, id)),
    connect: (receive, background) => post.connect(receive, background),
    deliverDue: () => post.deliverDue(),
  }
}
