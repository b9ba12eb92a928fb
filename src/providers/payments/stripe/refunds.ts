import type Stripe from 'stripe'
import type { Refund, RefundOrder } from '../types'
import type { Call } from './calls'

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

function refundOf({ id, amount, status, metadata }: Stripe.Refund): Refund {
  return { id, cents: amount, status: statusOf(status), key: metadata?.key ?? null }
}

function statusOf(status: string | null): Refund['status'] {
  if (status === 'succeeded') return 'succeeded'
  return status === 'failed' || status === 'canceled' ? 'failed' : 'pending'
}
