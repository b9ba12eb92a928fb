import type Stripe from 'stripe'
import type { Checkout, CheckoutOrder } from '../types'
import { second } from '../../../lib/clock'
import { PaymentRefused } from '../refused'
import type { Call } from './calls'

export async function createCheckout(call: Call, order: CheckoutOrder): Promise<Checkout> {
  try {
    return await openPage(call, order)
  } catch (error) {
    const isGone = error instanceof PaymentRefused && error.because === 'unknown' && order.customerId
    if (!isGone) throw error
    // Someone deleted the customer there, so there are no saved cards to offer.
    return openPage(call, { ...order, customerId: null, key: `${order.key}:again` })
  }
}

/** Cards saved on our own page have any of these; the default shows only those saved while paying. */
const allSavedCards = {
  allow_redisplay_filters: ['always', 'limited', 'unspecified'],
} satisfies Stripe.Checkout.SessionCreateParams.SavedPaymentMethodOptions

/** Names no ways to pay, so the page also offers Apple Pay and Google Pay where the account has them on. */
async function openPage(call: Call, order: CheckoutOrder): Promise<Checkout> {
  // A session's metadata isn't copied to its payment's events, so set it on both.
  const metadata = { jobId: order.jobId, ...(order.customerName ? { customerName: order.customerName } : {}) }
  const session = await call(
    (stripe, options) =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          line_items: [
            {
              quantity: 1,
              price_data: {
                currency: 'usd',
                unit_amount: order.amountCents,
                product_data: { name: order.description },
              },
            },
          ],
          ...payerOf(order),
          client_reference_id: order.jobId,
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          metadata,
          payment_intent_data: {
            metadata,
            transfer_group: order.transferGroup,
            description: order.description,
          },
        },
        options,
      ),
    { key: order.key },
  )
  // A session that was completed in the meantime has no page anymore, which a retry can run into.
  if (!session.url) throw new PaymentRefused('wrong-state', session.status)
  return { id: session.id, url: session.url, expiresAt: session.expires_at * second }
}

function payerOf({ customerId, customerEmail }: CheckoutOrder) {
  if (customerId) return { customer: customerId, saved_payment_method_options: allSavedCards }
  return customerEmail ? { customer_email: customerEmail } : {}
}

export async function expireCheckout(call: Call, sessionId: string, key: string): Promise<void> {
  try {
    await call((stripe, options) => stripe.checkout.sessions.expire(sessionId, {}, options), { key })
  } catch (error) {
    // The API has no code for a session that is no longer open.
    const isClosed = error instanceof PaymentRefused && error.because === 'rejected' && !error.processorCode
    throw isClosed ? new PaymentRefused('wrong-state') : error
  }
}
