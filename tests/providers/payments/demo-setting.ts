import type { Store } from '../../../db/store'
import { Refusal } from '../../../src/lib/errors'
import { demoPayments, type DemoPayments } from '../../../src/providers/payments/demo'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { FixedClock } from '../../support/clock'
import { openTestStore } from '../../support/store'

export interface DemoSetting {
  demo: DemoPayments
  store: Store
  clock: FixedClock
  close(): Promise<void>
}

/** The demo processor on its own store. */
export async function openDemo(): Promise<DemoSetting> {
  const opened = await openTestStore()
  const { store } = opened
  const clock = new FixedClock()
  const publicUrl = 'https://book.example.com'
  const demo = demoPayments({ store, clock, publicUrl, webhookSecret: 'whsec_demo' })
  return { demo, store, clock, close: () => opened.close() }
}

export const order = {
  amountCents: 12_999,
  jobId: 'job-1',
  description: 'Gutter cleaning',
  successUrl: 'https://book.example.com/thanks',
  cancelUrl: 'https://book.example.com/back',
  transferGroup: 'job-1',
  key: 'checkout:1',
}
export const goodCard = '4242 4242 4242 4242'

/** The reason for a refusal: `no: …` for a definite one, otherwise the reason that leaves it open. */
export function refusal(error: unknown): string {
  if (error instanceof PaymentRefused) return `no: ${error.because}`
  return error instanceof Refusal ? error.reason : String(error)
}

/** The id of a payment for `order`, made at its checkout. */
export async function paidPayment(demo: DemoPayments): Promise<string> {
  const { id } = await demo.createCheckout(order)
  const result = await demo.paySession(id, goodCard)
  return result?.outcome === 'succeeded' ? (result.paymentId ?? '') : ''
}

export const eventsOf = async (demo: DemoPayments, options: { undelivered?: boolean } = {}) =>
  (await Array.fromAsync(demo.eventsSince(0, options))).flat()

export const eventTypes = async (demo: DemoPayments): Promise<string[]> =>
  (await eventsOf(demo)).map(({ type }) => type)
