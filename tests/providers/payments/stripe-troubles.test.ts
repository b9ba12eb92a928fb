import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { Refusal } from '../../../src/lib/errors'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { stripePayments } from '../../../src/providers/payments/stripe'
import type { Payments, RefundOrder } from '../../../src/providers/payments/types'
import { startStripeStub, type StripeStub } from '../../support/stripe-stub'
import { ApiFailure, cardDeclined, missingResource } from '../../support/stripe-stub/failure'

let stub: StripeStub
let payments: Payments
let pauses: number[]
let order: RefundOrder

beforeEach(async () => {
  stub = await startStripeStub()
  pauses = []
  payments = paymentsWith({})
  order = {
    paymentId: stub.books.addPayment({ amount: 10_000 }).id,
    cents: 4_000,
    reason: 'requested_by_customer',
    key: 'refund:1',
  }
})
afterEach(() => stub.close())

function paymentsWith(options: { limitMs?: number; secretKey?: string }): Payments {
  const pause = async (ms: number) => pauses.push(ms)
  return stripePayments({ secretKey: stub.secretKey, apiUrl: stub.url, pause, ...options })
}

/** `no` for a definite one, `unknown` or `timeout` when the outcome is unknown, otherwise the answer. */
async function outcomeOf<T>(answer: Promise<T>): Promise<T | string> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PaymentRefused) return `no: ${error.because}`
    if (error instanceof Refusal && error.reason === 'upstream-timeout') return 'timeout'
    return error instanceof Refusal && error.reason === 'upstream' ? 'unknown' : `other: ${String(error)}`
  }
}

const serverError = new ApiFailure(500, { type: 'api_error', message: 'An unknown error occurred' })
const tooMany = new ApiFailure(429, {
  type: 'invalid_request_error',
  code: 'rate_limit',
  message: 'Too many requests',
})
const locked = new ApiFailure(409, { type: 'invalid_request_error', code: 'lock_timeout', message: 'Locked' })
const refundsMade = () => stub.books.all('refund').length
const keysSent = () => stub.calls.map(({ key }) => key)

describe('a call is repeated a few times with one key, and done once', () => {
  for (const [name, trouble] of [
    ['a server error', serverError],
    ['too many requests', tooMany],
    ['a lock', locked],
    ['a connection that broke before the work', 'drop-before'],
    ['a connection that broke after the work', 'drop-after'],
    ['a page from a proxy', { status: 502, text: '<html>Bad gateway</html>' }],
  ] as const)
    test(name, async () => {
      stub.trouble(trouble, trouble)
      expect(await outcomeOf(payments.refund(order))).toMatchObject({
        cents: 4_000,
        status: 'succeeded',
        key: 'refund:1',
      })
      expect(keysSent()).toEqual(['refund:1', 'refund:1', 'refund:1'])
      expect(refundsMade()).toBe(1)
      expect(pauses).toEqual([250, 1_000])
    })

  test('or given up after the third failure with an unknown outcome', async () => {
    stub.trouble(serverError, serverError, serverError)
    expect(await outcomeOf(payments.refund(order))).toBe('unknown')
    expect(stub.calls).toHaveLength(3)
  })

  test('or given up although it was done: looking it up tells', async () => {
    stub.trouble('drop-after', 'drop-after', 'drop-after')
    expect(await outcomeOf(payments.refund(order))).toBe('unknown')
    const [made, ...others] = await payments.listRefunds(order.paymentId)
    expect(made).toMatchObject({ cents: 4_000, key: 'refund:1' })
    expect(others).toEqual([])
    expect(await payments.refund(order)).toEqual(made!)
    expect(refundsMade()).toBe(1)
  })
})

describe("a call isn't repeated", () => {
  test('after a timeout, which has used up the time', async () => {
    stub.trouble('hang-before')
    expect(await outcomeOf(paymentsWith({ limitMs: 40 }).refund(order))).toBe('timeout')
    expect(stub.calls).toHaveLength(1)
    expect(await payments.listRefunds(order.paymentId)).toEqual([])
  })

  test('after a timeout when the work was done: looking it up tells', async () => {
    stub.trouble('hang-after')
    expect(await outcomeOf(paymentsWith({ limitMs: 40 }).refund(order))).toBe('timeout')
    expect(await payments.listRefunds(order.paymentId)).toMatchObject([{ cents: 4_000, key: 'refund:1' }])
  })

  test("when the processor says it isn't worth repeating", async () => {
    stub.trouble({
      status: 500,
      text: '{"error":{"type":"api_error"}}',
      headers: { 'stripe-should-retry': 'false' },
    })
    expect(await outcomeOf(payments.refund(order))).toBe('unknown')
    expect(stub.calls).toHaveLength(1)
  })

  test('after a definite no', async () => {
    stub.trouble(cardDeclined(), missingResource('pi_1'))
    expect(await outcomeOf(payments.refund(order))).toBe('no: declined')
    expect(await outcomeOf(payments.refund({ ...order, key: 'refund:2' }))).toBe('no: unknown')
    expect(stub.calls).toHaveLength(2)
  })
})

describe('a definite no', () => {
  test('is given for a payment already refunded, or with less left', async () => {
    expect(await outcomeOf(payments.refund({ ...order, cents: 10_001 }))).toBe('no: too-much')
    await payments.refund({ ...order, cents: 10_000, key: 'refund:2' })
    expect(await outcomeOf(payments.refund({ ...order, key: 'refund:3' }))).toBe('no: already-refunded')
  })

  test("has the processor's own code and none of its text", async () => {
    stub.trouble(cardDeclined('card_declined', 'insufficient_funds'))
    const refused = await payments.refund(order).catch((error: unknown) => error)
    expect(refused).toMatchObject({
      because: 'declined',
      processorCode: 'insufficient_funds',
      reason: 'conflict',
    })
    expect((refused as Error).message).toBe('The card was declined')
  })
})

describe('the outcome is unknown', () => {
  test('when the key of a first call comes with another amount', async () => {
    await payments.refund(order)
    expect(await outcomeOf(payments.refund({ ...order, cents: 5_000 }))).toBe('unknown')
    expect(refundsMade()).toBe(1)
  })

  test('when the secret key is refused', async () => {
    expect(await outcomeOf(paymentsWith({ secretKey: 'sk_wrong' }).findPayment('pi_1'))).toBe('unknown')
    stub.trouble(new ApiFailure(403, { type: 'invalid_request_error', message: 'This key may not do that' }))
    expect(await outcomeOf(payments.findPayment('pi_1'))).toBe('unknown')
  })

  test('when another server answers', async () => {
    stub.trouble({ status: 404, text: '{"message":"no such route"}' })
    expect(await outcomeOf(payments.findPayment('pi_1'))).toBe('unknown')
    stub.trouble({ status: 200, text: '{}' })
    expect(await outcomeOf(payments.findPayment('pi_1'))).toBe('unknown')
  })

  test('when nobody answers', async () => {
    stub.close()
    expect(await outcomeOf(payments.refund(order))).toBe('unknown')
    expect(pauses).toEqual([250, 1_000])
  })
})

test("a second answer to one call isn't mistaken for the answer to the next", async () => {
  const other = stub.books.addPayment({ amount: 777 })
  stub.trouble('answer-twice', 'answer-twice')
  expect(await payments.findPayment(order.paymentId)).toMatchObject({ amountCents: 10_000 })
  expect(await payments.findPayment(other.id)).toMatchObject({ amountCents: 777 })
  expect(await payments.findPayment(order.paymentId)).toMatchObject({ amountCents: 10_000 })
})
