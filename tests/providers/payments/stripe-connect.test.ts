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

describe('franchise accounts', () => {
  const owner = { franchiseId: 'north', name: 'North', email: 'north@example.com', key: 'account:north' }

  test('are standard accounts, created once and found again even when the key was forgotten', async () => {
    const made = await payments.ensureAccount(owner)
    expect(made).toMatchObject({ detailsSubmitted: false, canReceive: false })
    expect(stub.calls.at(-1)?.params).toEqual({
      type: 'standard',
      email: 'north@example.com',
      'business_profile[name]': 'North',
      'metadata[franchiseId]': 'north',
    })
    expect((await payments.ensureAccount({ ...owner, key: 'account:north:again' })).id).toBe(made.id)
    expect(stub.books.all('account')).toHaveLength(1)
  })

  test('are searched on every page', async () => {
    const { id } = await payments.ensureAccount(owner)
    for (let other = 0; other < 130; other++) stub.books.add('acct', 'account', { metadata: {} })
    expect((await payments.ensureAccount({ ...owner, key: 'later' })).id).toBe(id)
  })

  test("report their flags, and someone else's is unknown", async () => {
    const { id } = await payments.ensureAccount(owner)
    Object.assign(stub.books.objects.get(id) ?? {}, {
      payouts_enabled: true,
      capabilities: { transfers: 'active' },
    })
    expect(await payments.findAccount(id)).toMatchObject({ payoutsEnabled: true, canReceive: true })
    expect(await payments.findAccount('acct_strange')).toBeNull()
    expect(await payments.findAccount('../balance')).toBeNull()
  })

  test('are onboarded through a link', async () => {
    const { id } = await payments.ensureAccount(owner)
    const link = {
      accountId: id,
      returnUrl: 'https://a.example/r',
      refreshUrl: 'https://a.example/f',
      key: 'link:1',
    }
    expect(await payments.createOnboardingLink(link)).toEqual({
      url: `https://connect.example/${id}`,
      expiresAt: 1_772_463_900_000,
    })
    expect(stub.calls.at(-1)).toMatchObject({ key: 'link:1', params: { type: 'account_onboarding' } })
  })
})

describe('transfers', () => {
  async function readyAccount(): Promise<string> {
    const { id } = await payments.ensureAccount({ franchiseId: 'north', name: 'North', key: 'account:north' })
    Object.assign(stub.books.objects.get(id) ?? {}, { capabilities: { transfers: 'active' } })
    return id
  }

  test("are tied to their payment's charge and to the job", async () => {
    const accountId = await readyAccount()
    const { id: sourcePaymentId, latest_charge: charge } = stub.books.addPayment({ amount: 10_000 })
    const made = await payments.transfer({
      accountId,
      cents: 6_000,
      transferGroup: 'job-1',
      sourcePaymentId,
      key: 'transfer:1',
    })
    expect(made).toMatchObject({ accountId, cents: 6_000, reversedCents: 0, key: 'transfer:1' })
    expect(stub.calls.at(-1)?.params).toEqual({
      amount: '6000',
      currency: 'usd',
      destination: accountId,
      transfer_group: 'job-1',
      source_transaction: String(charge),
      'metadata[key]': 'transfer:1',
    })
    expect(await payments.findTransfer({ transferGroup: 'job-1', key: 'transfer:1' })).toEqual(made)
    expect(await payments.findTransfer({ transferGroup: 'job-1', key: 'transfer:2' })).toBeNull()
  })

  test('are reversed in parts, each found again by its key', async () => {
    const accountId = await readyAccount()
    const { id } = await payments.transfer({
      accountId,
      cents: 6_000,
      transferGroup: 'job-1',
      key: 'transfer:1',
    })
    const back = await payments.reverseTransfer({ transferId: id, cents: 2_500, key: 'reversal:1' })
    expect(back).toMatchObject({ transferId: id, cents: 2_500, key: 'reversal:1' })
    expect(await payments.listReversals(id)).toEqual([back])
    expect(await payments.findTransfer({ transferGroup: 'job-1', key: 'transfer:1' })).toMatchObject({
      reversedCents: 2_500,
    })
  })

  test("to an account that isn't ready, or from an empty one, are a definite no", async () => {
    const accountId = await readyAccount()
    const order = { accountId, cents: 100, transferGroup: 'job-1' }
    const { id } = await payments.transfer({ ...order, key: 'transfer:1' })
    Object.assign(stub.books.objects.get(accountId) ?? {}, {
      empty: true,
      capabilities: { transfers: 'pending' },
    })
    expect(await payments.transfer({ ...order, key: 'transfer:2' }).catch(refusal)).toBe('account-not-ready')
    const back = payments.reverseTransfer({ transferId: id, cents: 50, key: 'reversal:1' })
    expect(await back.catch(refusal)).toBe('no-funds')
  })
})

describe('balance and events', () => {
  test("the balance is ours, or a connected account's", async () => {
    expect(await payments.balance()).toEqual({
      available: [{ currency: 'usd', cents: 12_345 }],
      pending: [{ currency: 'usd', cents: 678 }],
    })
    await payments.balance('acct_1')
    expect(stub.calls.map(({ account }) => account)).toEqual([null, 'acct_1'])
  })

  test('events since a moment come page by page, only undelivered ones on request', async () => {
    for (let number = 0; number < 230; number++)
      stub.books.add('evt', 'event', {
        type: 'payment_intent.succeeded',
        created: 1_000 + number,
        delivered: number % 2 === 0,
        data: { object: { id: `pi_${number}` } },
      })
    const pages = await Array.fromAsync(payments.eventsSince(1_010_000))
    expect(pages.map(({ length }) => length)).toEqual([100, 100, 20])
    const all = pages.flat().toReversed()
    expect(all[0]).toMatchObject({ at: 1_010_000, object: { id: 'pi_10' } })
    expect(JSON.parse(all[0]?.raw ?? '')).toMatchObject({ type: 'payment_intent.succeeded' })
    const undelivered = await Array.fromAsync(payments.eventsSince(1_010_000, { undelivered: true }))
    expect(undelivered.flat()).toHaveLength(110)
    const recent = await payments.recentEvents(3)
    expect(recent.map(({ object }) => object.id)).toEqual(['pi_229', 'pi_228', 'pi_227'])
  })
})

function refusal(error: unknown): string {
  return error instanceof PaymentRefused ? error.because : String(error)
}
