import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { chargeDue } from '../../../src/modules/recurring/billing/charge'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { startStripeStub, type StripeStub } from '../../support/stripe-stub'
import { cardDeclined, invalidRequest } from '../../support/stripe-stub/failure'
import { startRecurring, type Recurring } from '../recurring/world'

/** The processor's text quotes a value we sent. Nobody may see it. */
const wrong = () => invalidRequest('Received unknown parameter: zeb@quackenbush.dev', 'parameter_unknown')

let stub: StripeStub
beforeAll(async () => {
  stub = await startStripeStub()
})
afterAll(() => stub.close())

const processor = () => ({ STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url })

describe('a request that the processor finds wrong in itself', () => {
  let money: MoneyTest
  const lines: string[] = []
  beforeEach(async () => {
    money = await startMoneyTest(processor())
    lines.length = 0
    money.deps.log = {
      ...money.deps.log,
      error: (message, fields) => void lines.push(`${message} ${JSON.stringify(fields)}`),
    }
  })
  afterEach(() => money.close())

  test('tells the paying customer that the problem is ours, and HQ and the log the rest', async () => {
    const job = await money.job()
    stub.trouble(wrong())
    const answer = await money.open('POST', '/api/payments/checkout', {
      body: { jobId: job.id, amount: job.totalCents },
    })
    expect(answer.status).toBe(502)
    expect(answer.body.error).toContain('problem on our side. You weren’t charged')
    await money.rest()
    const todo = (await money.tasks()).find(({ kind }) => kind.startsWith('payment.'))
    expect(todo).toMatchObject({
      kind: 'payment.rejected',
      subject: 'createCheckout',
      title: 'The payment processor rejects our requests: checkout pages',
    })
    expect(todo?.detail).toContain('parameter_unknown')
    expect(lines).toEqual([
      'the payment processor rejected our request {"operation":"createCheckout","code":"parameter_unknown","field":null,"requestId":null}',
    ])
    expect(JSON.stringify([answer.body, todo, lines])).not.toContain('quackenbush')
    const again = await money.open('POST', '/api/payments/checkout', {
      body: { jobId: job.id, amount: job.totalCents },
    })
    expect(again.status).toBe(200)
  })

  test("leaves a franchise's share to be taken back later instead of asking the franchise for it", async () => {
    const franchiseId = await money.franchise()
    const onboarding = await money.hq('POST', '/api/payments/connect/onboard', { franchiseId })
    expectStatus(onboarding, 200)
    const [account] = stub.books.all('account')
    Object.assign(account!, {
      charges_enabled: true,
      payouts_enabled: true,
      details_submitted: true,
      capabilities: { transfers: 'active' },
    })
    await money.hq('GET', `/api/payments/connect/status?franchiseId=${franchiseId}`)
    const job = await money.job({ franchiseId, price: 100 })
    const paid = stub.books.addPayment({ amount: job.totalCents, metadata: { jobId: job.id } })
    await money.event('payment_intent.succeeded', paid)
    expect((await money.transfersOf(job.id)).map(({ state }) => state)).toEqual(['done'])
    // The refund itself works; the reversal that follows is rejected.
    stub.trouble('none', wrong())
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {}), 201)
    await money.rest()
    expect((await money.tasks()).map(({ kind, subject }) => [kind, subject])).toEqual([
      ['payment.rejected', 'reverseTransfer'],
    ])
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 8_000, reversedCents: 8_000 }])
  })

  test('is a failed refund that HQ can try again, and a declined card is still a declined card', async () => {
    const job = await money.job({ price: 100 })
    const paid = stub.books.addPayment({ amount: job.totalCents, metadata: { jobId: job.id } })
    await money.event('payment_intent.succeeded', paid)
    stub.trouble(wrong())
    const refused = await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {})
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'The refund failed. The payment processor rejected our request.',
    ])
    stub.trouble(cardDeclined())
    const declined = await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {})
    expect(declined.body.error).toBe('The refund failed. The card was declined.')
    await money.rest()
    const kinds = (await money.tasks()).map(({ kind }) => kind).filter((kind) => !kind.startsWith('job.'))
    expect(kinds.toSorted()).toEqual(['payment.rejected', 'refund.refused', 'refund.refused'])
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {}), 201)
  })
})

describe('an automatic charge', () => {
  let world: Recurring
  beforeEach(async () => {
    world = await startRecurring(processor())
  })
  afterEach(() => world.close())

  test('that we asked for wrongly is not an attempt: the customer hears nothing, and it is made once HQ has fixed it', async () => {
    const { id: customerId } = stub.books.addCustomer('pm_good', 'pm_good')
    await world.schedule({ autoCharge: true, paymentsCustomerId: customerId })
    stub.trouble('none', wrong())
    await world.run()
    expect(await world.rows.charges()).toMatchObject([{ state: 'intended', attempt: 1, asked: 0 }])
    expect(await world.rows.messages('charge-failed')).toEqual([])
    expect((await world.rows.tasks()).map(({ kind }) => kind)).toContain('payment.rejected')
    world.clock.advance(60 * 60_000)
    await chargeDue(world.deps)
    expect(await world.rows.charges()).toMatchObject([{ state: 'done', attempt: 1 }])
  })

  test('of a customer the processor doesn’t know is for HQ, not for the customer', async () => {
    await world.schedule({ autoCharge: true, paymentsCustomerId: 'cus_nobody' })
    await world.run()
    expect(await world.rows.messages('charge-failed')).toEqual([])
    const [todo] = (await world.rows.tasks()).filter(({ kind }) => kind === 'billing.charge-failed')
    expect(todo?.detail).toContain("didn't tell the customer")
    expect(await world.rows.charges()).toMatchObject([{ state: 'refused' }, { state: 'intended' }])
  })

  test('that the bank declines is told to the customer', async () => {
    const { id: customerId } = stub.books.addCustomer('pm_declined', 'pm_declined')
    await world.schedule({ autoCharge: true, paymentsCustomerId: customerId })
    await world.run()
    expect(await world.rows.messages('charge-failed')).toHaveLength(1)
  })
})
