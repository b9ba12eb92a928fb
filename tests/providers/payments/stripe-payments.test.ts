import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { stripePayments } from '../../../src/providers/payments/stripe'
import type { Payments } from '../../../src/providers/payments/types'
import { startStripeStub, type StripeStub } from '../../support/stripe-stub'

let stub: StripeStub
let payments: Payments

beforeEach(async () => {
  stub = await startStripeStub()
  payments = stripePayments({ secretKey: stub.secretKey, apiUrl: stub.url, pause: async () => {} })
})
afterEach(() => stub.close())

const order = {
  amountCents: 12_999,
  jobId: '0195b1f0-0000-7000-8000-000000000001',
  description: 'Gutter cleaning & repair',
  customerEmail: 'ann+1@example.com',
  customerName: 'Ann Example',
  successUrl: 'https://book.example.com/thanks?a=1&b=2',
  cancelUrl: 'https://book.example.com/back',
  transferGroup: '0195b1f0-0000-7000-8000-000000000001',
  key: 'checkout:1',
}

describe('a checkout', () => {
  test('has the job on the session and on its payment, form-encoded', async () => {
    expect(await payments.createCheckout(order)).toEqual({
      id: 'cs_00000001',
      url: 'https://checkout.example/cs_00000001',
      expiresAt: 1_772_550_000_000,
    })
    expect(stub.calls).toEqual([
      {
        method: 'POST',
        path: '/v1/checkout/sessions',
        key: 'checkout:1',
        account: null,
        params: {
          mode: 'payment',
          'line_items[0][quantity]': '1',
          'line_items[0][price_data][currency]': 'usd',
          'line_items[0][price_data][unit_amount]': '12999',
          'line_items[0][price_data][product_data][name]': 'Gutter cleaning & repair',
          customer_email: 'ann+1@example.com',
          client_reference_id: order.jobId,
          success_url: order.successUrl,
          cancel_url: order.cancelUrl,
          'metadata[jobId]': order.jobId,
          'metadata[customerName]': 'Ann Example',
          'payment_intent_data[metadata][jobId]': order.jobId,
          'payment_intent_data[metadata][customerName]': 'Ann Example',
          'payment_intent_data[transfer_group]': order.transferGroup,
          'payment_intent_data[description]': 'Gutter cleaning & repair',
        },
      },
    ])
  })

  test('without a name or an email sends neither', async () => {
    await payments.createCheckout({ ...order, customerEmail: null, customerName: null })
    expect(Object.keys(stub.calls[0]?.params ?? {}).filter((name) => /customer/.test(name))).toEqual([])
  })

  test("offers a known customer's saved cards, and names no ways to pay, so that wallets are offered too", async () => {
    const { id } = stub.books.add('cus', 'customer', {})
    await payments.createCheckout({ ...order, customerId: id })
    const params = stub.calls[0]?.params ?? {}
    expect(params).toMatchObject({
      customer: id,
      'saved_payment_method_options[allow_redisplay_filters][0]': 'always',
      'saved_payment_method_options[allow_redisplay_filters][1]': 'limited',
      'saved_payment_method_options[allow_redisplay_filters][2]': 'unspecified',
    })
    expect(Object.keys(params).filter((name) => /customer_email|payment_method_types/.test(name))).toEqual([])
  })

  test('goes on without saved cards when the customer was deleted at the processor', async () => {
    await payments.createCheckout({ ...order, customerId: 'cus_deleted' })
    expect(stub.calls.map(({ key, params }) => [key, params.customer])).toEqual([
      ['checkout:1', 'cus_deleted'],
      ['checkout:1:again', undefined],
    ])
  })

  test('can be closed', async () => {
    const { id } = await payments.createCheckout(order)
    await payments.expireCheckout(id, 'expire:1')
    expect(stub.books.objects.get(id)?.status).toBe('expired')
    expect(stub.calls[1]).toMatchObject({ path: `/v1/checkout/sessions/${id}/expire`, key: 'expire:1' })
  })
})

describe('a payment', () => {
  test('is looked up with its refunds, its fee and the job it names', async () => {
    const { id } = stub.books.addPayment({ amount: 12_999, fee: 407, metadata: { jobId: 'job-1' } })
    expect(await payments.findPayment(id)).toEqual({
      id,
      kind: 'payment',
      status: 'succeeded',
      amountCents: 12_999,
      capturedCents: 12_999,
      refundedCents: 0,
      feeCents: 407,
      card: { brand: 'visa', last4: '4242' },
      disputed: false,
      jobId: 'job-1',
      currency: 'usd',
    })
    expect(stub.calls[0]?.params).toEqual({ 'expand[0]': 'latest_charge.balance_transaction' })
  })

  test('maps every processor state to one of ours', async () => {
    const states = {
      requires_payment_method: 'open',
      requires_action: 'open',
      requires_capture: 'authorised',
      processing: 'processing',
      canceled: 'cancelled',
      succeeded: 'succeeded',
    }
    for (const [theirs, ours] of Object.entries(states)) {
      const { id } = stub.books.addPayment({ amount: 100, status: theirs })
      expect(await payments.findPayment(id)).toMatchObject({ status: ours })
    }
  })

  test("that is unknown is null, and an impossible id isn't even requested", async () => {
    expect(await payments.findPayment('pi_unknown')).toBeNull()
    expect(await payments.findPayment('seti_unknown')).toBeNull()
    expect(stub.calls).toHaveLength(2)
    for (const id of ['', 'cash', 'ch_1', 'pi_../../v1/balance', 'pi_1?expand=x', `pi_${'x'.repeat(300)}`])
      expect(await payments.findPayment(id)).toBeNull()
    expect(stub.calls).toHaveLength(2)
  })

  test('is tied to one job: a second is refused before anything is written', async () => {
    const { id } = stub.books.addPayment({ amount: 100 })
    expect(await payments.tieToJob({ paymentId: id, jobId: 'job-1', key: 'tie:1' })).toMatchObject({
      jobId: 'job-1',
    })
    expect(stub.calls.at(-1)).toMatchObject({
      method: 'POST',
      key: 'tie:1',
      params: { 'metadata[jobId]': 'job-1' },
    })
    const written = stub.calls.length
    expect(await payments.tieToJob({ paymentId: id, jobId: 'job-1', key: 'tie:2' })).toMatchObject({
      jobId: 'job-1',
    })
    const other = payments.tieToJob({ paymentId: id, jobId: 'job-2', key: 'tie:3' })
    expect(await other.catch(refusal)).toBe('wrong-state')
    expect(stub.calls.slice(written).every(({ method }) => method === 'GET')).toBe(true)
  })
})

describe('a stored card', () => {
  test('is released by canceling its setup, even when that was done before', async () => {
    const { id } = stub.books.addSetup()
    expect(await payments.cancelSetup({ paymentId: id, key: 'cancel:1' })).toMatchObject({
      kind: 'setup',
      status: 'cancelled',
    })
    expect(await payments.cancelSetup({ paymentId: id, key: 'cancel:2' })).toMatchObject({
      status: 'cancelled',
    })
  })

  test("that is confirmed can't be canceled", async () => {
    const { id } = stub.books.addSetup('succeeded')
    const cancelling = payments.cancelSetup({ paymentId: id, key: 'cancel:1' })
    expect(await cancelling.catch(refusal)).toBe('wrong-state')
  })

  const charge = { amountCents: 4_900, description: 'Quarterly visit', invoiceId: 'inv-1', key: 'charge:1' }

  test('is charged off session with our key in the metadata, and found again by it', async () => {
    const { id: customerId } = stub.books.addCustomer('pm_good')
    const paid = await payments.chargeStoredCard({ customerId, ...charge })
    expect(paid).toMatchObject({ status: 'succeeded', capturedCents: 4_900, feeCents: 59 })
    expect(stub.calls.at(-1)).toMatchObject({
      path: '/v1/payment_intents',
      key: 'charge:1',
      params: {
        amount: '4900',
        currency: 'usd',
        customer: customerId,
        payment_method: 'pm_good',
        'automatic_payment_methods[enabled]': 'true',
        'automatic_payment_methods[allow_redirects]': 'never',
        off_session: 'true',
        confirm: 'true',
        'metadata[invoiceId]': 'inv-1',
        'metadata[key]': 'charge:1',
      },
    })
    expect(await payments.findStoredCardCharge({ customerId, key: 'charge:1' })).toEqual(paid)
    expect(await payments.findStoredCardCharge({ customerId, key: 'charge:2' })).toBeNull()
  })

  test('set for invoices comes before the others', async () => {
    const { id: customerId } = stub.books.addCustomer('pm_other', 'pm_invoices')
    await payments.chargeStoredCard({ customerId, ...charge })
    expect(stub.calls.at(-1)?.params.payment_method).toBe('pm_invoices')
  })

  test('that declines, requires its owner, or is missing is a definite no', async () => {
    const outcome = async (card: string | null) => {
      const { id: customerId } = stub.books.addCustomer(card)
      return payments.chargeStoredCard({ customerId, ...charge, key: `charge:${card}` }).catch(refusal)
    }
    expect(await outcome('pm_declined')).toBe('declined')
    expect(await outcome('pm_authentication')).toBe('needs-customer')
    expect(await outcome(null)).toBe('no-card')
    expect(await payments.chargeStoredCard({ customerId: 'cus_nobody', ...charge }).catch(refusal)).toBe(
      'unknown',
    )
  })
})

function refusal(error: unknown): string {
  return error instanceof PaymentRefused ? error.because : String(error)
}
