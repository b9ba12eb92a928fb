import type Stripe from 'stripe'
import { second } from '../../../lib/clock'
import type { Balance, ProcessorEvent } from '../types'
import type { Call } from './calls'
import { collectPages } from './pages'

export async function balance(call: Call, accountId?: string): Promise<Balance> {
  const settings = accountId === undefined ? {} : { accountId }
  const { available, pending } = await call(
    (stripe, options) => stripe.balance.retrieve({}, options),
    settings,
  )
  return { available: available.map(moneyOf), pending: pending.map(moneyOf) }
}

export async function recentEvents(call: Call, limit: number): Promise<ProcessorEvent[]> {
  const { data } = await call((stripe, options) => stripe.events.list({ limit }, options))
  return data.map(eventOf)
}

export async function eventsSince(
  call: Call,
  since: number,
  undelivered: boolean,
): Promise<ProcessorEvent[]> {
  const asked = {
    created: { gte: Math.floor(since / second) },
    ...(undelivered ? { delivery_success: false } : {}),
  }
  const events = await collectPages(call, (stripe, page, options) =>
    stripe.events.list({ ...asked, ...page }, options),
  )
  return events.map(eventOf).toReversed()
}

function moneyOf({ amount, currency }: { amount: number; currency: string }) {
  return { currency, cents: amount }
}

function eventOf(event: Stripe.Event): ProcessorEvent {
  return {
    id: event.id,
    type: event.type,
    at: event.created * second,
    object: event.data.object as unknown as Record<string, unknown>,
    raw: JSON.stringify(event),
  }
}
