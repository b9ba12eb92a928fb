import type { Payments } from '../types'
import {
  createOnboardingLink,
  ensureAccount,
  findAccount,
  balance,
  eventsSince,
  recentEvents,
} from './accounts'
import { stripeCalls, type StripeOptions } from './calls'
import { createCardSetup, findCard, findCardSetup, removeCard } from './cards'
import { createCheckout, expireCheckout } from './checkout'
import {
  cancelSetup,
  findPayment,
  tieToJob,
  listRefunds,
  refund,
  chargeStoredCard,
  findStoredCardCharge,
} from './payments'
import { findTransfer, listReversals, reverseTransfer, transfer } from './transfers'
export { type StripeOptions } from './calls'

export function stripePayments(options: StripeOptions): Payments {
  const call = stripeCalls(options)
  return {
    name: 'stripe',
    createCheckout: (order) => createCheckout(call, order),
    expireCheckout: (sessionId, key) => expireCheckout(call, sessionId, key),
    findPayment: (id) => findPayment(call, id),
    tieToJob: (tie) => tieToJob(call, tie),
    chargeStoredCard: (order) => chargeStoredCard(call, order),
    findStoredCardCharge: (charge) => findStoredCardCharge(call, charge),
    cancelSetup: (setup) => cancelSetup(call, setup),
    createCardSetup: (order) => createCardSetup(call, order),
    findCardSetup: (sessionId) => findCardSetup(call, sessionId),
    findCard: (id) => findCard(call, id),
    removeCard: (card) => removeCard(call, card),
    refund: (order) => refund(call, order),
    listRefunds: (paymentId) => listRefunds(call, paymentId),
    ensureAccount: (owner) => ensureAccount(call, owner),
    findAccount: (id) => findAccount(call, id),
    createOnboardingLink: (order) => createOnboardingLink(call, order),
    transfer: (order) => transfer(call, order),
    findTransfer: (wanted) => findTransfer(call, wanted),
    reverseTransfer: (order) => reverseTransfer(call, order),
    listReversals: (transferId) => listReversals(call, transferId),
    balance: (accountId) => balance(call, accountId),
    recentEvents: (limit) => recentEvents(call, limit),
    eventsSince: (since, { undelivered = false } = {}) => eventsSince(call, since, undelivered),
  }
}
