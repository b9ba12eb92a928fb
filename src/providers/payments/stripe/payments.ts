import type Stripe from 'stripe'
import { PaymentRefused } from '../refused'
import type { Payment } from '../types'
import type { Call } from './calls'

/** What a payment needs to be read in whole: the refunds are on its charge, the fee one further. */
export const paymentParts = ['latest_charge.balance_transaction']

/** Anybody may send any text as a payment's id; only what can be one is asked about. */
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
  // The API would overwrite in silence, and a payment belongs to one job for ever.
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
    status: statusOf(intent.status),
    amountCents: intent.amount,
    capturedCents: intent.amount_received,
    refundedCents: charge?.amount_refunded ?? 0,
    feeCents: settled?.fee ?? null,
    disputed: charge?.disputed ?? false,
    jobId: intent.metadata.jobId ?? null,
    currency: intent.currency,
  }
}

function setupOf(intent: Stripe.SetupIntent): Payment {
  return {
    id: intent.id,
    kind: 'setup',
    status: statusOf(intent.status),
    amountCents: 0,
    capturedCents: 0,
    refundedCents: 0,
    feeCents: null,
    disputed: false,
    jobId: intent.metadata?.jobId ?? null,
    currency: 'usd',
  }
}

function statusOf(status: string): Payment['status'] {
  if (status === 'succeeded' || status === 'processing') return status
  if (status === 'canceled') return 'cancelled'
  return status === 'requires_capture' ? 'authorised' : 'open'
}
