import { Refusal } from '../../lib/errors'
import type { Payments } from './types'

const forCustomers =
  'Online payments aren’t set up, so nothing was charged. Call the office to pay, or pay after the visit.'
const forOffice = 'Payments aren’t set up, so no money moved. Set STRIPE_SECRET_KEY, then try again.'

export const paymentsNotSetUp = (isCustomer = false): Refusal =>
  new Refusal('upstream', isCustomer ? forCustomers : forOffice)

async function refuse(): Promise<never> {
  throw paymentsNotSetUp()
}

/**
 * Used when no processor is set up. It knows no payments and moves no money. Questions about accounts,
 * refunds and transfers fail, because a key may only be missing for now.
 */
export const noPayments: Payments = {
  name: 'none',
  createCheckout: async () => {
    throw paymentsNotSetUp(true)
  },
  expireCheckout: refuse,
  findPayment: async () => null,
  tieToJob: refuse,
  chargeStoredCard: refuse,
  findStoredCardCharge: refuse,
  cancelSetup: refuse,
  createCardSetup: async () => {
    throw paymentsNotSetUp(true)
  },
  findCardSetup: refuse,
  findCard: refuse,
  removeCard: refuse,
  refund: refuse,
  listRefunds: refuse,
  ensureAccount: refuse,
  findAccount: refuse,
  createOnboardingLink: refuse,
  transfer: refuse,
  findTransfer: refuse,
  reverseTransfer: refuse,
  listReversals: refuse,
  balance: async () => ({ available: [], pending: [] }),
  recentEvents: async () => [],
  async *eventsSince() {},
}
