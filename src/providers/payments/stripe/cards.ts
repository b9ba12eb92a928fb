import type Stripe from 'stripe'
import { second } from '../../../lib/clock'
import { PaymentRefused } from '../refused'
import type { CardSetup, CardSetupOrder, CardSetupState, StoredCard } from '../types'
import type { Call } from './calls'

export async function createCardSetup(call: Call, order: CardSetupOrder): Promise<CardSetup> {
  const { customerId, key } = order
  if (customerId === null) return openPage(call, order, await createCustomer(call, order), key)
  try {
    return await openPage(call, order, customerId, key)
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.because !== 'unknown') throw error
    // Someone deleted the customer there.
    return openPage(call, order, await createCustomer(call, order), `${key}:again`)
  }
}

async function createCustomer(call: Call, { name, email, key }: CardSetupOrder): Promise<string> {
  const made = await call(
    (stripe, options) => stripe.customers.create({ name, ...(email ? { email } : {}) }, options),
    { key: `${key}:customer` },
  )
  return made.id
}

/** The account may also offer ways to pay that can't be charged like a card, so those are left out. */
const notCards: Stripe.Checkout.SessionCreateParams.ExcludedPaymentMethodType[] = [
  'acss_debit',
  'amazon_pay',
  'cashapp',
  'klarna',
  'paypal',
  'us_bank_account',
]

async function openPage(
  call: Call,
  { successUrl, cancelUrl, language }: CardSetupOrder,
  customerId: string,
  key: string,
): Promise<CardSetup> {
  const session = await call(
    (stripe, options) =>
      stripe.checkout.sessions.create(
        {
          mode: 'setup',
          currency: 'usd',
          customer: customerId,
          excluded_payment_method_types: notCards,
          locale: language,
          success_url: successUrl,
          cancel_url: cancelUrl,
        },
        options,
      ),
    { key },
  )
  if (!session.url) throw new PaymentRefused('wrong-state', session.status)
  return { id: session.id, url: session.url, expiresAt: session.expires_at * second, customerId }
}

export async function findCardSetup(call: Call, sessionId: string): Promise<CardSetupState> {
  const { status, setup_intent: intent } = await call((stripe, options) =>
    stripe.checkout.sessions.retrieve(sessionId, { expand: ['setup_intent.payment_method'] }, options),
  )
  if (status !== 'complete') return { status: status === 'expired' ? 'expired' : 'open', card: null }
  const method = typeof intent === 'object' ? intent?.payment_method : null
  return { status: 'complete', card: typeof method === 'object' && method ? cardOf(method) : null }
}

const methodId = /^\w{1,190}$/

export async function findCard(call: Call, id: string): Promise<StoredCard | null> {
  if (!methodId.test(id)) return null
  try {
    return cardOf(await call((stripe, options) => stripe.paymentMethods.retrieve(id, {}, options)))
  } catch (error) {
    if (error instanceof PaymentRefused && error.because === 'unknown') return null
    throw error
  }
}

export async function removeCard(call: Call, { id, key }: { id: string; key: string }): Promise<void> {
  // Looks first, because the API rejects the removal of a card that is already gone.
  if (!(await findCard(call, id))) return
  await call((stripe, options) => stripe.paymentMethods.detach(id, {}, options), { key })
}

function cardOf({ id, card, customer }: Stripe.PaymentMethod): StoredCard | null {
  const customerId = typeof customer === 'object' ? customer?.id : customer
  if (!card || !customerId) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
  return { id, customerId, brand, last4, expMonth, expYear }
}
