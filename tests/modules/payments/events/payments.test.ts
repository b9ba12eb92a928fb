import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { balanceOf } from '../../../../src/modules/ledger/transactions'
import { checkBooks } from '../../../../src/modules/payments/books'
import { eventQueueFigures } from '../../../../src/modules/payments/events/queue'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const succeeded = (jobId: string, paymentId: string, amount = 19_999) =>
  money.event('payment_intent.succeeded', {
    id: paymentId,
    amount,
    amount_received: amount,
    metadata: { jobId },
  })
/** A payment for the job that none of our checkouts requested; its id. */
async function payElsewhere(jobId: string, amountCents: number, key: string): Promise<string> {
  const demo = money.deps.providers.demoPayments!
  const session = await demo.createCheckout({
    amountCents,
    jobId,
    description: 'by hand',
    successUrl: 'http://localhost/',
    cancelUrl: 'http://localhost/',
    transferGroup: jobId,
    key,
  })
  await demo.paySession(session.id, '4242424242424242')
  await money.rest()
  return (await demo.findSession(session.id))?.intentId ?? ''
}
const kinds = async () => (await money.tasks()).map(({ kind }) => kind)

describe('a successful payment', () => {
  test('pays the job, divides the money and tells the customer', async () => {
    const franchiseId = await money.franchise({ share: 70, tax: 10 })
    const job = await money.job({ price: 100, franchiseId })
    const paymentId = await money.pay(job.id)
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'paid', totalCents: 11_000 })
    expect(await money.paymentsOf(job.id)).toMatchObject([
      {
        id: paymentId,
        pays: true,
        capturedCents: 11_000,
        taxCents: 1_000,
        franchiseCents: 7_000,
        feeCents: 349,
      },
    ])
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'pending', cents: 7_000, franchiseId }])
    expect(await money.outbox()).toContainEqual(
      expect.objectContaining({ template: 'receipt', recipient: 'jordan@example.com' }),
    )
    expect(await balanceOf(money.deps.store.read, 'franchise_payable', franchiseId)).toBe(-7_000)
  })

  test('reported by two events pays once', async () => {
    const job = await money.job()
    await succeeded(job.id, 'pi_twice_told')
    await succeeded(job.id, 'pi_twice_told')
    expect(await money.paymentsOf(job.id)).toHaveLength(1)
    expect(await money.refundsOf(job.id)).toEqual([])
  })

  test('for a paid job is refunded automatically, and HQ gets a to-do', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await payElsewhere(job.id, 19_999, 'second-checkout')
    const payments = await money.paymentsOf(job.id)
    expect(payments.map(({ pays, refundedCents }) => `${pays} ${refundedCents}`).toSorted()).toEqual([
      'false 19999',
      'true 0',
    ])
    expect(await money.refundsOf(job.id)).toMatchObject([
      { cause: 'duplicate', state: 'done', cents: 19_999 },
    ])
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await kinds()).toContain('payment.twice')
  })

  test('with a different amount than the total is recorded, and HQ gets a to-do', async () => {
    const job = await money.job()
    await succeeded(job.id, 'pi_odd_amount', 15_000)
    expect(await money.paymentsOf(job.id)).toMatchObject([{ capturedCents: 15_000 }])
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'unpaid', paidCents: 15_000 })
    expect((await money.tasks()).find(({ subject }) => subject === 'pi_odd_amount')?.detail).toContain(
      '$150.00 toward $199.99. $49.99 is still due.',
    )
  })

  test('in another currency is shown to HQ and not booked', async () => {
    const job = await money.job()
    await money.event('payment_intent.succeeded', {
      id: 'pi_eur',
      amount: 19_999,
      currency: 'eur',
      metadata: { jobId: job.id },
    })
    expect(await money.paymentsOf(job.id)).toEqual([])
    expect(await kinds()).toContain('payment.currency')
  })

  test('belongs to its job forever, whatever a later event says', async () => {
    const [first, second] = [await money.job(), await money.job()]
    await succeeded(first.id, 'pi_wanderer')
    await succeeded(second.id, 'pi_wanderer')
    expect((await money.readJob(second.id)).paymentState).toBe('unpaid')
    expect(await money.paymentsOf(second.id)).toEqual([])
    expect(await kinds()).toContain('payment.other-job')
  })

  test('after the job was canceled is refunded automatically, and the customer is notified', async () => {
    const job = await money.job({ customerEmail: 'late@example.com' })
    const body = { amount: 19_999, jobId: job.id }
    const checkout = await money.open('POST', '/api/payments/checkout', { body })
    const demo = money.deps.providers.demoPayments!
    // The page is closed after a cancellation, but the customer may be paying at that very moment.
    money.break({ expireCheckout: async () => {} })
    await money.open('POST', '/api/customer/cancel', { body: { jobId: job.id } })
    await money.rest()
    money.mend()
    await demo.paySession(checkout.body.data.sessionId, '4242424242424242')
    await money.rest()
    expect(await money.refundsOf(job.id)).toMatchObject([{ cause: 'late', state: 'done', cents: 19_999 }])
    expect(await money.readJob(job.id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    expect(await money.transfersOf(job.id)).toEqual([])
    const notes = (await money.outbox()).filter(({ recipient }) => recipient === 'late@example.com')
    expect(notes.map(({ template }) => template).toSorted()).toEqual(['booked', 'cancelled', 'cancelled'])
  })
})

describe('a failed payment', () => {
  test('shows on the job, and never undoes a paid one', async () => {
    const job = await money.job()
    const failed = { id: 'pi_declined', amount: 19_999, metadata: { jobId: job.id } }
    await money.event('payment_intent.payment_failed', failed)
    expect((await money.readJob(job.id)).paymentState).toBe('failed')
    await succeeded(job.id, 'pi_declined')
    await money.event('payment_intent.payment_failed', failed)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect((await money.paymentsOf(job.id))[0]?.status).toBe('succeeded')
    expect(await eventQueueFigures(money.deps.store.read)).toEqual({ depth: 0, dead: 0 })
  })
})

describe('a refund made at the processor by hand', () => {
  test("is recorded with the franchise's part, even when it's reported before the payment", async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const job = await money.job({ price: 100, franchiseId })
    const paymentId = await money.pay(job.id)
    const { payments } = money.deps.providers
    await payments.refund({ paymentId, cents: 4_000, reason: 'requested_by_customer', key: 'by-hand' })
    await money.rest()
    expect(await money.refundsOf(job.id)).toMatchObject([{ cause: 'outside', state: 'done', cents: 4_000 }])
    expect((await money.readJob(job.id)).paymentState).toBe('partly_refunded')
    expect(await money.transfersOf(job.id)).toMatchObject([
      { state: 'done', cents: 5_000, reversedCents: 2_000 },
    ])
  })

  test('of an unknown payment records both', async () => {
    const job = await money.job({ paymentId: 'pi_unheard', paymentStatus: 'charged' })
    const { payments } = money.deps.providers
    await payments.refund({
      paymentId: 'pi_unheard',
      cents: 999,
      reason: 'requested_by_customer',
      key: 'by-hand-2',
    })
    await money.rest()
    expect(await money.paymentsOf(job.id)).toMatchObject([
      { id: 'pi_unheard', capturedCents: 19_999, refundedCents: 999 },
    ])
    expect((await money.readJob(job.id)).paymentState).toBe('partly_refunded')
  })
})

test('after all of this the books agree with everything', async () => {
  const problems = await checkBooks(money.deps.store.read)
  expect(problems).toEqual([])
})
