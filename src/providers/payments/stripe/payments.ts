import type Stripe from 'stripe'
import { PaymentRefused } from '../refused'
import type { Card, Payment, StoredCardOrder, Refund, RefundOrder } from '../types'
import type { Call } from './calls'

/** Everything needed to read a payment: its charge holds the refunds, and the balance transaction the fee. */
export const paymentParts = ['latest_charge.balance_transaction']

/** Anyone can send any text as a payment id, so only plausible ones are looked up. */
const paymentId = /^(pi|seti)_\w{1,190}$/

export async function findPayment(call: Call, id: string): Promise<Payment | null> {
  if (!paymentId.test(id)) return null
  try {
    return id.startsWith('seti_') ? await retrieveSetup(call, id) : await retrievePayment(call, id)
  } catch (error) {
    if (error instanceof PaymentRefused && error.because === 'unknown') return null
    throw error
  }
}

export async function tieToJob(
  call: Call,
  { paymentId: id, jobId, key }: { paymentId: string; jobId: string; key: string },
): Promise<Payment> {
  const known = await findPayment(call, id)
  if (!known) throw new PaymentRefused('unknown')
  if (known.jobId === jobId) return known
  // The API would silently overwrite it, but a payment belongs to one job forever.
  if (known.jobId !== null) throw new PaymentRefused('wrong-state')
  const metadata = { jobId }
  if (id.startsWith('seti_'))
    return setupOf(
      await call((stripe, options) => stripe.setupIntents.update(id, { metadata }, options), { key }),
    )
  return paymentOf(
    await call(
      (stripe, options) => stripe.paymentIntents.update(id, { metadata, expand: paymentParts }, options),
      { key },
    ),
  )
}

export async function cancelSetup(
  call: Call,
  { paymentId: id, key }: { paymentId: string; key: string },
): Promise<Payment> {
  if (!paymentId.test(id)) throw new PaymentRefused('unknown')
  try {
    return setupOf(await call((stripe, options) => stripe.setupIntents.cancel(id, {}, options), { key }))
  } catch (error) {
    if (!(error instanceof PaymentRefused) || error.because !== 'wrong-state') throw error
    const setup = await retrieveSetup(call, id)
    if (setup.status !== 'cancelled') throw error
    return setup
  }
}

async function retrievePayment(call: Call, id: string): Promise<Payment> {
  return paymentOf(
    await call((stripe, options) => stripe.paymentIntents.retrieve(id, { expand: paymentParts }, options)),
  )
}

async function retrieveSetup(call: Call, id: string): Promise<Payment> {
  return setupOf(await call((stripe, options) => stripe.setupIntents.retrieve(id, {}, options)))
}

export function paymentOf(intent: Stripe.PaymentIntent): Payment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const settled = typeof charge?.balance_transaction === 'object' ? charge.balance_transaction : null
  return {
    id: intent.id,
    kind: 'payment',
    status: paymentStatusOf(intent.status),
    amountCents: intent.amount,
    capturedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    feeCents: settled?.fee ?? null,
    card: cardOf(charge),
    disputed: charge?.disputed ?? false,
    jobId: intent.metadata.jobId ?? null,
    currency: intent.currency,
  }
}

function cardOf(charge: Stripe.Charge | null): Card | null {
  const card = charge?.payment_method_details?.card
  return card?.brand && card.last4 ? { brand: card.brand, last4: card.last4 } : null
}

function setupOf(intent: Stripe.SetupIntent): Payment {
  return {
    id: intent.id,
    kind: 'setup',
    status: paymentStatusOf(intent.status),
    amountCents: 0,
    capturedCents: 0,
    refundedCents: 0,
    feeCents: null,
    card: null,
    disputed: false,
    jobId: intent.metadata?.jobId ?? null,
    currency: 'usd',
  }
}

function paymentStatusOf(status: string): Payment['status'] {
  if (status === 'succeeded' || status === 'processing') return status
  if (status === 'canceled') return 'cancelled'
  return status === 'requires_capture' ? 'authorised' : 'open'
}

export async function chargeStoredCard(call: Call, order: StoredCardOrder): Promise<Payment> {
  const card = order.cardId ?? (await storedCard(call, order.customerId))
  const intent = await call(
    (stripe, options) =>
      stripe.paymentIntents.create(
        {
          amount: order.amountCents,
          currency: 'usd',
          customer: order.customerId,
          payment_method: card,
          // Ways to pay that redirect the customer can't work while the customer is away.
          automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
          off_session: true,
          confirm: true,
          description: order.description,
          metadata: metadataOf(order),
          ...(order.transferGroup ? { transfer_group: order.transferGroup } : {}),
          expand: paymentParts,
        },
        options,
      ),
    { key: order.key },
  )
  return paymentOf(intent)
}

/** Reads the customer's newest payments, because the API's search is up to a minute behind. */
export async function findStoredCardCharge(
  call: Call,
  { customerId, key }: { customerId: string; key: string },
): Promise<Payment | null> {
  const expand = paymentParts.map((part) => `data.${part}`)
  const { data } = await call((stripe, options) =>
    stripe.paymentIntents.list({ customer: customerId, limit: 100, expand }, options),
  )
  const intent = data.find(({ metadata }) => metadata.key === key)
  return intent ? paymentOf(intent) : null
}

function metadataOf({ jobId, invoiceId, key }: StoredCardOrder): Record<string, string> {
  return { ...(jobId ? { jobId } : {}), ...(invoiceId ? { invoiceId } : {}), key }
}

/** The default card for invoices, or else the newest stored one. */
async function storedCard(call: Call, customerId: string): Promise<string> {
  const customer = await call((stripe, options) => stripe.customers.retrieve(customerId, {}, options))
  if (customer.deleted) throw new PaymentRefused('unknown')
  const preferred = customer.invoice_settings.default_payment_method
  if (preferred) return typeof preferred === 'string' ? preferred : preferred.id
  const { data } = await call((stripe, options) =>
    stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 1 }, options),
  )
  if (!data[0]) throw new PaymentRefused('no-card')
  return data[0].id
}

export async function refund(call: Call, { paymentId, cents, reason, key }: RefundOrder): Promise<Refund> {
  const made = await call(
    (stripe, options) =>
      stripe.refunds.create({ payment_intent: paymentId, amount: cents, reason, metadata: { key } }, options),
    { key },
  )
  return refundOf(made)
}

export async function listRefunds(call: Call, paymentId: string): Promise<Refund[]> {
  const { data } = await call((stripe, options) =>
    stripe.refunds.list({ payment_intent: paymentId, limit: 100 }, options),
  )
  return data.map(refundOf)
}

function refundOf({ id, amount, status, metadata, failure_reason: failure }: Stripe.Refund): Refund {
  const known = { id, cents: amount, status: refundStatusOf(status), key: metadata?.key ?? null }
  return failure ? { ...known, failure } : known
}

function refundStatusOf(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
