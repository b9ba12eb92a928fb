import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { webhookEvents } from '../../../../db/schema'
import { resumePayments } from '../../../../src/modules/payments'
import { fetchUndelivered } from '../../../../src/modules/payments/events/fetch'
import { failureOf } from '../../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../../support/money'
import { startStripeStub, type StripeStub } from '../../../support/stripe-stub'

let stub: StripeStub
let money: MoneyTest
beforeEach(async () => {
  stub = await startStripeStub()
  money = await startMoneyTest({ STRIPE_SECRET_KEY: stub.secretKey, STRIPE_API_URL: stub.url })
})
afterEach(async () => {
  await money.close()
  stub.close()
})

const seconds = () => Math.floor(money.clock.now() / 1000)
const hour = 3_600

function undelivered(type: string, object: Record<string, unknown>, created = seconds()) {
  return stub.books.add('evt', 'event', { type, created, delivered: false, data: { object } })
}

const stored = () => money.deps.store.read.select().from(webhookEvents)
/** The moments from which events were listed, one per request. */
const asked = () =>
  stub.calls.filter(({ path }) => path === '/v1/events').map(({ params }) => params['created[gte]'])

describe('events that were never delivered', () => {
  test('are fetched at the start, and pay the job as if they had arrived', async () => {
    const job = await money.job()
    const paid = stub.books.addPayment({ amount: job.totalCents, metadata: { jobId: job.id } })
    undelivered('payment_intent.succeeded', paid)
    resumePayments(money.deps)
    await money.rest()
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await stored()).toMatchObject([{ source: 'reconciled', state: 'done' }])
  })

  test('are fetched once, although the processor lists or delivers them again', async () => {
    const job = await money.job()
    const paid = stub.books.addPayment({ amount: job.totalCents, metadata: { jobId: job.id } })
    const { id } = undelivered('payment_intent.succeeded', paid)
    await money.cron()
    await money.cron()
    await money.event('payment_intent.succeeded', paid, id)
    expect(await stored()).toHaveLength(1)
    expect(await money.paymentsOf(job.id)).toHaveLength(1)
  })

  test('of a type that changes nothing are left where they are', async () => {
    undelivered('customer.created', { id: 'cus_1' })
    await money.cron()
    expect(await stored()).toEqual([])
  })

  test('are fetched page by page', async () => {
    for (let number = 0; number < 230; number++)
      undelivered('checkout.session.expired', { id: `cs_${number}` })
    await fetchUndelivered(money.deps)
    expect(await stored()).toHaveLength(230)
    expect(asked()).toHaveLength(3)
  })
})

describe('a fetch', () => {
  test('goes back three days at first, and then to an hour before the last one', async () => {
    await fetchUndelivered(money.deps)
    const first = seconds()
    money.clock.advance(10 * 24 * hour * 1000)
    await fetchUndelivered(money.deps)
    expect(asked()).toEqual([String(first - 72 * hour), String(first - hour)])
    money.clock.advance(45 * 24 * hour * 1000)
    await fetchUndelivered(money.deps)
    expect(asked().at(-1)).toBe(String(seconds() - 30 * 24 * hour))
  })

  test('that breaks off keeps what it has, and starts again from the same moment', async () => {
    for (let number = 0; number < 130; number++)
      undelivered('checkout.session.expired', { id: `cs_${number}` })
    stub.trouble('none', { status: 500, text: '{}', headers: { 'stripe-should-retry': 'false' } })
    await failureOf(fetchUndelivered(money.deps))
    expect(await stored()).toHaveLength(100)
    money.clock.advance(hour * 1000)
    await fetchUndelivered(money.deps)
    expect(await stored()).toHaveLength(130)
    const [first, , again] = asked()
    expect(Number(again) - Number(first)).toBe(hour)
  })

  test('ends when the processor repeats the same page forever', async () => {
    const { id } = undelivered('checkout.session.expired', { id: 'cs_1' })
    const page = { object: 'list', has_more: true, data: [{ ...stub.books.objects.get(id) }] }
    const answer = { status: 200, text: JSON.stringify(page) }
    stub.trouble(answer, answer, answer, answer)
    await fetchUndelivered(money.deps)
    expect(await stored()).toHaveLength(1)
    expect(asked()).toHaveLength(2)
  })
})
