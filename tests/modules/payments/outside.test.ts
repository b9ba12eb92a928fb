import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { activity } from '../../../db/schema'
import { balanceOf } from '../../../src/modules/ledger'
import { checkBooks } from '../../../src/modules/payments'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const record = (jobId: string, amount: number, more: Record<string, unknown> = {}, key?: string) =>
  money.hq(
    'POST',
    `/api/admin/jobs/${jobId}/payments`,
    { amount, method: 'cash', ...more },
    key === undefined ? {} : { 'idempotency-key': key },
  )
const recorded = async (jobId: string, amount: number, more: Record<string, unknown> = {}) => {
  const answer = expectStatus(await record(jobId, amount, more), 201)
  await money.rest()
  return answer.body.data.payments.at(-1) as { id: string }
}
const undo = (id: string, reason = 'Entered twice') =>
  money.hq('POST', `/api/admin/payments/${id}/undo`, { reason })
const moneyOf = async (jobId: string) =>
  expectStatus(await money.hq('GET', `/api/admin/jobs/${jobId}/refund`), 200).body.data
const inLedger = (account: Parameters<typeof balanceOf>[1], franchiseId?: string) =>
  balanceOf(money.deps.store.read, account, franchiseId)
const books = () => checkBooks(money.deps.store.read)

describe('recording a payment', () => {
  test('counts toward the total, and the rest stays due', async () => {
    const job = await money.job({ price: 100 })
    const before = await inLedger('undeposited_funds')
    const answer = await record(job.id, 40, { note: 'Envelope', method: 'cash' })
    expect(expectStatus(answer, 201).body.data).toMatchObject({ total: 100, paid: 40, balance: 60 })
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'unpaid', paidCents: 4_000 })
    expect((await inLedger('undeposited_funds')) - before).toBe(4_000)
    await recorded(job.id, 60, { method: 'bank_transfer' })
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'paid', paidCents: 10_000 })
    const timeline = (await money.hq('GET', `/api/admin/jobs/${job.id}`)).body.data.timeline
    expect(timeline.map(({ kind }: { kind: string }) => kind).slice(-2)).toEqual([
      'payment-recorded',
      'payment-recorded',
    ])
    expect(await books()).toEqual([])
  })

  test('is refused for more than the balance, a job without a price, a canceled job and a future day', async () => {
    const job = await money.job({ price: 100 })
    const over = await record(job.id, 100.01)
    expect(expectStatus(over, 409).body.error).toContain('Only $100.00 is due')
    expectStatus(await record(job.id, 0), 400)
    expectStatus(await record(job.id, 10, { receivedOn: '2099-01-01' }), 400)
    expectStatus(await record(job.id, 10, { method: 'card' }), 400)
    expectStatus(await record(job.id, 10, { receivedBy: 'franchise' }), 409)
    expectStatus(await record((await money.job({ price: 0 })).id, 10), 409)
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/cancel`), 200)
    expectStatus(await record(job.id, 10), 409)
    expectStatus(await record(crypto.randomUUID(), 10), 404)
  })

  test('happens once for one key, however often it is sent', async () => {
    const job = await money.job({ price: 100 })
    const answers = await Promise.all([1, 2, 3].map(() => record(job.id, 30, {}, 'one-payment')))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await money.paymentsOf(job.id)).toHaveLength(1)
    expectStatus(await record(job.id, 31, {}, 'one-payment'), 409)
  })

  test('sends a receipt only when asked to, with the way it was paid and what is left', async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 25)
    await recorded(job.id, 25, { sendReceipt: true, method: 'check' })
    const sent = (await money.hq('GET', `/api/admin/outbox?jobId=${job.id}`)).body.data.items
    const receipts = sent.filter(({ template }: { template: string }) => template === 'receipt')
    expect(receipts).toHaveLength(1)
    const { text } = expectStatus(await money.hq('GET', `/api/admin/outbox/${receipts[0].id}`), 200)
    expect(text).toContain('Check')
    expect(text).toContain('$50.00')
  })

  test('books an earlier day as the day the money came in', async () => {
    const job = await money.job({ price: 100 })
    const day = new Date(money.clock.now() - 5 * 86_400_000).toISOString().slice(0, 10)
    const payment = await recorded(job.id, 100, { receivedOn: day, method: 'check' })
    expect((await moneyOf(job.id)).payments[0].paidAt).toStartWith(day)
    const [entry] = await money.deps.store.read.all<{ at: number }>(
      `SELECT at FROM ledger_transactions WHERE about = 'payment:${payment.id}'`,
    )
    expect(new Date(entry!.at).toISOString()).toStartWith(day)
  })

  test('leaves a line in the activity log', async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 100)
    const lines = await money.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'payment.recorded'))
    expect(lines.at(-1)?.summary).toBe('Recorded a payment of $100.00 in cash')
  })
})

describe('undoing a recorded payment', () => {
  test('makes the amount due again, once, and keeps the payment with its reason', async () => {
    const job = await money.job({ price: 100 })
    const funds = await inLedger('undeposited_funds')
    const revenue = await inLedger('revenue_hq')
    const { id } = await recorded(job.id, 100)
    expect(expectStatus(await undo(id, 'The check bounced'), 200).body.data).toMatchObject({
      paid: 0,
      balance: 100,
      refunds: [],
      payments: [{ id, pays: false, refundable: 0, undone: { reason: 'The check bounced' } }],
    })
    expectStatus(await undo(id), 200)
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'unpaid', paidCents: 0 })
    expect(await inLedger('undeposited_funds')).toBe(funds)
    expect(await inLedger('revenue_hq')).toBe(revenue)
    await money.pay(job.id)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await books()).toEqual([])
  })

  test("takes back the franchise's share", async () => {
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    const job = await money.job({ price: 100, franchiseId })
    const { id } = await recorded(job.id, 50)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 4_000 }])
    expectStatus(await undo(id), 200)
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ reversedCents: 4_000 }])
    expect(await inLedger('franchise_payable', franchiseId)).toBe(0)
    expect(await books()).toEqual([])
  })

  test('is refused for a card payment, and for one that was partly given back', async () => {
    const job = await money.job({ price: 100 })
    const { id } = await recorded(job.id, 50)
    const card = await money.pay(job.id)
    expectStatus(await undo(card), 409)
    const refund = { paymentId: id, amount: 10 }
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, refund), 201)
    expectStatus(await undo(id), 409)
    expectStatus(await undo('nothing'), 404)
  })
})

describe('a job paid in part', () => {
  test('keeps its arrival window like a confirmed booking', async () => {
    const job = await money.job({ price: 100 })
    expect(job.confirmedAt).toBeNull()
    await recorded(job.id, 40)
    expect((await money.readJob(job.id)).confirmedAt).not.toBeNull()
  })

  test('asks the card only for the rest', async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 40)
    const whole = await money.open('POST', '/api/payments/checkout', {
      body: { amount: 10_000, jobId: job.id },
    })
    expect(expectStatus(whole, 409).body.error).toBe('The amount must be 6000 cents ($60.00)')
    await money.pay(job.id)
    expect(await money.paymentsOf(job.id)).toMatchObject([
      { capturedCents: 4_000, pays: true },
      { capturedCents: 6_000, pays: true },
    ])
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })

  test('refunds a card payment of the old balance that was on its way', async () => {
    const job = await money.job({ price: 100 })
    const checkout = await money.open('POST', '/api/payments/checkout', {
      body: { amount: 10_000, jobId: job.id },
    })
    money.break({ expireCheckout: () => Promise.reject(new Error('down')) })
    await recorded(job.id, 40)
    await money.open('POST', new URL(checkout.body.data.url).pathname, {
      raw: new URLSearchParams({ card: '4242424242424242' }),
    })
    money.mend()
    await money.cron()
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'unpaid', paidCents: 4_000 })
    expect(await money.refundsOf(job.id)).toMatchObject([{ cents: 10_000, state: 'done', cause: 'late' }])
    expect(await books()).toEqual([])
  })

  test('keeps the exact tax and share over several payments', async () => {
    const franchiseId = await money.franchise({ share: 70, tax: 8.81 })
    const job = await money.job({ price: 99.99, franchiseId })
    await recorded(job.id, 33.33)
    await recorded(job.id, 33.33, { method: 'check' })
    await money.pay(job.id)
    const paid = await money.paymentsOf(job.id)
    expect(paid.reduce((sum, { taxCents }) => sum + taxCents, 0)).toBe(job.taxCents)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })

  test("can't be repriced below what was paid, and is paid when the new total is just that", async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 40)
    const reprice = (price: number) => money.hq('POST', `/api/admin/jobs/${job.id}/reprice`, { price })
    expect(expectStatus(await reprice(39), 409).body.error).toContain('already paid $40.00')
    expectStatus(await reprice(90), 200)
    expect((await moneyOf(job.id)).balance).toBe(50)
    expectStatus(await reprice(40), 200)
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'paid', totalCents: 4_000 })
    expect(await books()).toEqual([])
  })

  test('gives the card part back to the card and asks HQ to hand back the cash when it is canceled', async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 40)
    await money.pay(job.id)
    const funds = await inLedger('undeposited_funds')
    const preview = expectStatus(await money.hq('GET', `/api/admin/jobs/${job.id}/cancel`), 200)
    expect(preview.body.data).toMatchObject({ refund: 100, byHand: [{ method: 'cash', amount: 40 }] })
    const answer = await money.open('POST', '/api/customer/cancel', { body: { jobId: job.id } })
    expect(expectStatus(answer, 200).body.data).toMatchObject({
      refunded: true,
      message: expect.stringMatching(/refunding \$60\.00\..*return the \$40\.00/),
    })
    await money.rest()
    const cash = (await money.refundsOf(job.id)).find(({ method }) => method === 'cash')!
    expect(cash).toMatchObject({ state: 'intended', cents: 4_000 })
    expect(await money.tasks()).toContainEqual(
      expect.objectContaining({
        kind: 'refund.give-back',
        subject: cash.id,
        title: expect.stringMatching(/^Refund \$40\.00 to /),
      }),
    )
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    await money.cron()
    expect((await money.refundsOf(job.id)).find(({ id }) => id === cash.id)?.state).toBe('intended')
    for (let times = 0; times < 2; times++)
      expectStatus(await money.hq('POST', `/api/admin/refunds/${encodeURIComponent(cash.id)}/given`), 200)
    expect((await inLedger('undeposited_funds')) - funds).toBe(-4_000)
    expect((await money.tasks()).map(({ subject }) => subject)).not.toContain(cash.id)
    expect(await books()).toEqual([])
  })
})

describe('a refund of a recorded payment', () => {
  test('is recorded and never sent to the processor', async () => {
    const job = await money.job({ price: 100 })
    const { id } = await recorded(job.id, 100, { method: 'check' })
    const bank = await inLedger('bank')
    money.break({ refund: () => Promise.reject(new Error('asked the processor')) })
    const refund = { paymentId: id, amount: 30, method: 'bank_transfer' }
    const answer = await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, refund)
    money.mend()
    expect(expectStatus(answer, 201).body.data).toMatchObject({
      refund: { state: 'done', method: 'bank_transfer', refundId: null },
      refundable: 70,
    })
    expect((await inLedger('bank')) - bank).toBe(-3_000)
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'partly_refunded', paidCents: 10_000 })
    expect(await books()).toEqual([])
  })

  test.each(['cash', 'check'] as const)(
    'tells the customer that a %s refund was handed back, not that it is on its way',
    async (method) => {
      const job = await money.job({ price: 100 })
      const { id } = await recorded(job.id, 100, { method })
      const refund = { paymentId: id, amount: 25, method, tellCustomer: true }
      expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, refund), 201)
      await money.rest()
      const listed = await money.hq('GET', `/api/admin/outbox?jobId=${job.id}&template=refunded`)
      const [email] = listed.body.data.items.filter(({ channel }: { channel: string }) => channel === 'email')
      const { rendered } = (await money.hq('GET', `/api/admin/outbox/${email.id}`)).body.data
      expect(rendered.subject).toContain('$25.00 refund')
      expect(rendered.text).toContain('We gave you back $25.00.')
      expect(rendered.text).not.toMatch(/on its way|business days/)
    },
  )

  test('must say which of several payments it is', async () => {
    const job = await money.job({ price: 100 })
    await recorded(job.id, 40)
    await money.pay(job.id)
    const answer = await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {})
    expect(expectStatus(answer, 409).body.error).toContain('several payments')
  })
})

describe('a payment that the franchise collected', () => {
  test('leaves the franchise its share, and it owes headquarters the rest and the tax', async () => {
    const franchiseId = await money.franchise({ share: 80, tax: 10, onboarded: true })
    const job = await money.job({ price: 100, franchiseId })
    const { id } = await recorded(job.id, 110, { receivedBy: 'franchise' })
    expect(await money.transfersOf(job.id)).toEqual([])
    expect(await inLedger('franchise_receivable', franchiseId)).toBe(3_000)
    expect(await inLedger('franchise_payable', franchiseId)).toBe(0)
    const dashboard = await money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)
    expect(dashboard.body.data.balance).toBe(-30)
    const refund = { paymentId: id, amount: 55 }
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, refund), 201)
    expect(await inLedger('franchise_receivable', franchiseId)).toBe(1_500)
    expect(await inLedger('franchise_payable', franchiseId)).toBe(0)
    expect(await books()).toEqual([])
  })
})
