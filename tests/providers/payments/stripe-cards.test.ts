import { afterEach, beforeEach, expect, test } from 'bun:test'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { stripePayments } from '../../../src/providers/payments/stripe'
import type { Payments } from '../../../src/providers/payments/types'
import { startStripeStub, type StripeStub } from '../../support/stripe-stub'
import { invalidRequest } from '../../support/stripe-stub/failure'

let stub: StripeStub
let payments: Payments
beforeEach(async () => {
  stub = await startStripeStub()
  payments = stripePayments({ secretKey: stub.secretKey, apiUrl: stub.url, pause: async () => {} })
})
afterEach(() => stub.close())

const order = {
  customerId: null,
  name: 'Ann Example',
  email: 'ann@example.com',
  language: 'es' as const,
  successUrl: 'https://book.example.com/card/t?saved=1',
  cancelUrl: 'https://book.example.com/card/t',
  key: 'setup:1',
}

/** Does what a customer does on the processor's page. */
function complete(sessionId: string, method: Record<string, unknown>): string {
  const { id } = stub.books.add('pm', 'payment_method', method)
  const intent = stub.books.add('seti', 'setup_intent', { status: 'succeeded', payment_method: id })
  Object.assign(stub.books.objects.get(sessionId)!, { status: 'complete', setup_intent: intent.id })
  return id
}
const visa = { type: 'card', card: { brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 } }

test('the page to save a card is opened for a new customer, or for a known one', async () => {
  const first = await payments.createCardSetup(order)
  expect(stub.calls.map(({ path, key }) => [path, key])).toEqual([
    ['/v1/customers', 'setup:1:customer'],
    ['/v1/checkout/sessions', 'setup:1'],
  ])
  expect(stub.calls[1]?.params).toMatchObject({
    mode: 'setup',
    customer: first.customerId,
    locale: 'es',
    currency: 'usd',
  })
  const second = await payments.createCardSetup({ ...order, customerId: first.customerId, key: 'setup:2' })
  expect(second.customerId).toBe(first.customerId)
  expect(stub.calls).toHaveLength(3)
})

test('a customer who was deleted there is created again', async () => {
  const { customerId } = await payments.createCardSetup({ ...order, customerId: 'cus_deleted' })
  expect(customerId).not.toBe('cus_deleted')
})

test('the saved card is found once the customer has finished, if it is a card', async () => {
  const { id, customerId } = await payments.createCardSetup(order)
  expect(await payments.findCardSetup(id)).toEqual({ status: 'open', card: null })
  const card = complete(id, { ...visa, customer: customerId })
  const saved = { id: card, customerId, brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 }
  expect(await payments.findCardSetup(id)).toEqual({ status: 'complete', card: saved })
  expect(await payments.findCard(card)).toEqual(saved)
  const other = await payments.createCardSetup({ ...order, key: 'setup:2' })
  complete(other.id, { type: 'link', customer: customerId })
  expect(await payments.findCardSetup(other.id)).toEqual({ status: 'complete', card: null })
})

test('a card is removed once, and a card that is already gone is fine', async () => {
  const { id, customerId } = await payments.createCardSetup(order)
  const card = complete(id, { ...visa, customer: customerId })
  await payments.removeCard({ id: card, key: 'detach:1' })
  expect(await payments.findCard(card)).toBeNull()
  await payments.removeCard({ id: card, key: 'detach:2' })
  await payments.removeCard({ id: 'pm_nobody', key: 'detach:3' })
  expect(stub.calls.filter(({ path }) => path.endsWith('/detach'))).toHaveLength(1)
})

test('a rejected setup is our mistake', async () => {
  stub.trouble('none', invalidRequest('Received unknown parameter', 'parameter_unknown'))
  const error = await payments.createCardSetup(order).catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(PaymentRefused)
  expect(error).toMatchObject({ because: 'rejected', reason: 'upstream', processorCode: 'parameter_unknown' })
})
