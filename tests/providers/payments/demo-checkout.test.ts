import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { day } from '../../../src/lib/clock'
import type { DemoPayments } from '../../../src/providers/payments/demo'
import type { FixedClock } from '../../support/clock'
import {
  eventTypes,
  eventsOf,
  goodCard,
  openDemo,
  order,
  paidPayment,
  refusal,
  type DemoSetting,
} from './demo-setting'

let setting: DemoSetting
let demo: DemoPayments
let clock: FixedClock

beforeEach(async () => {
  setting = await openDemo()
  ;({ demo, clock } = setting)
})
afterEach(() => setting.close())

describe('a checkout', () => {
  test('has its own demo page, open for a day', async () => {
    const checkout = await demo.createCheckout(order)
    expect(checkout.url).toBe(`https://book.example.com/demo/checkout/${checkout.id}`)
    expect(checkout.expiresAt).toBe(clock.now() + day)
    expect(await demo.findSession(checkout.id)).toMatchObject({ state: 'open', amountCents: 12_999 })
    expect(await demo.findSession('cs_demo_unknown')).toBeNull()
  })

  test('is the same for the same key, and fails for another order under it', async () => {
    const first = await demo.createCheckout(order)
    expect(await demo.createCheckout({ ...order })).toEqual(first)
    expect(await demo.createCheckout({ ...order, amountCents: 1 }).catch(refusal)).toBe('upstream')
    expect((await demo.createCheckout({ ...order, key: 'checkout:2' })).id).not.toBe(first.id)
  })

  test("is paid by a test card, with the real processor's fee", async () => {
    const { id } = await demo.createCheckout(order)
    const result = await demo.paySession(id, goodCard)
    expect(result).toMatchObject({ outcome: 'succeeded', successUrl: order.successUrl })
    const paymentId = result?.outcome === 'succeeded' ? result.paymentId : null
    expect(await demo.findPayment(paymentId ?? '')).toEqual({
      id: paymentId ?? '',
      kind: 'payment',
      status: 'succeeded',
      amountCents: 12_999,
      capturedCents: 12_999,
      refundedCents: 0,
      feeCents: 377 + 30,
      card: { brand: 'visa', last4: '4242' },
      disputed: false,
      jobId: 'job-1',
      currency: 'usd',
    })
    expect(await eventTypes(demo)).toEqual(['payment_intent.succeeded', 'checkout.session.completed'])
    const [succeeded] = await eventsOf(demo)
    expect(succeeded?.object).toMatchObject({
      object: 'payment_intent',
      amount_received: 12_999,
      status: 'succeeded',
      metadata: { jobId: 'job-1' },
      transfer_group: 'job-1',
    })
  })

  test('is paid once when the button is pressed ten times', async () => {
    const { id } = await demo.createCheckout(order)
    const results = await Promise.all(Array.from({ length: 10 }, () => demo.paySession(id, goodCard)))
    const count = (outcome: string) => results.filter((result) => result?.outcome === outcome).length
    expect([count('succeeded'), count('already')]).toEqual([1, 9])
    expect(await demo.balance()).toMatchObject({ available: [{ cents: 12_999 - 407 }] })
  })

  test('can be paid with another card after one was declined, in the same payment', async () => {
    const { id } = await demo.createCheckout(order)
    expect(await demo.paySession(id, '4000000000000002')).toEqual({
      outcome: 'declined',
      reason: 'generic_decline',
    })
    expect(await demo.paySession(id, '4000-0000-0000-9995')).toMatchObject({ reason: 'insufficient_funds' })
    expect(await demo.paySession(id, goodCard)).toMatchObject({ outcome: 'succeeded' })
    const events = await eventsOf(demo)
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.payment_failed',
      'payment_intent.payment_failed',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ])
    expect(new Set(events.slice(0, 3).map(({ object }) => object.id)).size).toBe(1)
    expect(events[0]?.object).toMatchObject({ last_payment_error: { decline_code: 'generic_decline' } })
  })

  test('accepts no real card, and nothing after it expired', async () => {
    const { id } = await demo.createCheckout(order)
    for (const number of ['4111111111111111', 'constructor', 'toString'])
      expect(await demo.paySession(id, number)).toEqual({ outcome: 'not-a-test-card' })
    clock.advance(day)
    expect(await demo.paySession(id, goodCard)).toEqual({ outcome: 'expired', cancelUrl: order.cancelUrl })
    expect(await demo.paySession(id, goodCard)).toMatchObject({ outcome: 'expired' })
    expect(await eventTypes(demo)).toEqual(['checkout.session.expired'])
    expect(await demo.paySession('cs_demo_unknown', goodCard)).toBeNull()
  })

  test("can be closed once, unless it's paid", async () => {
    const { id } = await demo.createCheckout(order)
    await demo.expireCheckout(id, 'expire:1')
    expect(await demo.expireCheckout(id, 'expire:2').catch(refusal)).toBe('no: wrong-state')
    expect(await demo.expireCheckout('cs_demo_unknown', 'expire:3').catch(refusal)).toBe('no: unknown')
    expect(await eventTypes(demo)).toEqual(['checkout.session.expired'])
  })

  test("below the processor's minimum is refused", async () => {
    expect(await demo.createCheckout({ ...order, amountCents: 49 }).catch(refusal)).toBe('no: too-little')
  })

  test('paid with the dispute test card is disputed, and its money gone', async () => {
    const { id } = await demo.createCheckout(order)
    const result = await demo.paySession(id, '4000000000000259')
    const paymentId = result?.outcome === 'succeeded' ? (result.paymentId ?? '') : ''
    expect(await demo.findPayment(paymentId)).toMatchObject({ disputed: true })
    expect((await demo.recentEvents(1))[0]).toMatchObject({
      type: 'charge.dispute.created',
      object: { payment_intent: paymentId, amount: 12_999 },
    })
    const back = { paymentId, cents: 100, reason: 'requested_by_customer' as const, key: 'refund:1' }
    expect(await demo.refund(back).catch(refusal)).toBe('no: disputed')
    expect(await demo.balance()).toMatchObject({ available: [{ cents: -407 }] })
  })
})

describe('a refund', () => {
  const back = (paymentId: string, cents: number, key: string) =>
    demo.refund({ paymentId, cents, reason: 'requested_by_customer', key })

  test('is made once however often its key arrives, even at the same time', async () => {
    const paymentId = await paidPayment(demo)
    const made = await Promise.all(Array.from({ length: 10 }, () => back(paymentId, 5_000, 'refund:1')))
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    expect(await demo.listRefunds(paymentId)).toEqual([made[0]!])
    expect(await demo.findPayment(paymentId)).toMatchObject({ refundedCents: 5_000 })
    expect((await eventTypes(demo)).filter((type) => type === 'charge.refunded')).toHaveLength(1)
  })

  test('can come in parts that never exceed the captured amount', async () => {
    const paymentId = await paidPayment(demo)
    await back(paymentId, 5_000, 'refund:1')
    expect(await back(paymentId, 8_000, 'refund:2').catch(refusal)).toBe('no: too-much')
    await back(paymentId, 7_999, 'refund:3')
    expect(await back(paymentId, 1, 'refund:4').catch(refusal)).toBe('no: already-refunded')
    expect((await demo.recentEvents(1))[0]?.object).toMatchObject({ amount_refunded: 12_999, refunded: true })
  })

  test('refused once is refused forever under its key', async () => {
    const paymentId = await paidPayment(demo)
    expect(await back(paymentId, 20_000, 'refund:1').catch(refusal)).toBe('no: too-much')
    expect(await back(paymentId, 20_000, 'refund:1').catch(refusal)).toBe('no: too-much')
    expect(await back(paymentId, 1_000, 'refund:1').catch(refusal)).toBe('upstream')
    expect(await back(paymentId, 1_000, 'refund:2')).toMatchObject({ cents: 1_000 })
  })

  test('of an unpaid payment, or of zero, is a definite no', async () => {
    expect(await back('pi_unknown', 100, 'refund:1').catch(refusal)).toBe('no: unknown')
    const paymentId = await paidPayment(demo)
    expect(await back(paymentId, 0, 'refund:2').catch(refusal)).toBe('no: too-little')
    expect(await back(paymentId, 0.5, 'refund:3').catch(refusal)).toBe('no: too-little')
    expect(await demo.listRefunds(paymentId)).toEqual([])
  })
})
