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

const kinds = async () => (await money.tasks()).map(({ kind }) => kind)

describe('a dispute', () => {
  test("shows on the job, goes to HQ, and holds back the franchise's share", async () => {
    const franchiseId = await money.franchise()
    const job = await money.job({ franchiseId })
    const paymentId = await money.pay(job.id, '4000000000000259')
    expect((await money.readJob(job.id)).paymentState).toBe('disputed')
    expect(await kinds()).toContain('payment.disputed')
    const link = await money.hq('POST', '/api/payments/connect/onboard', { franchiseId })
    await money.open('POST', new URL(link.body.data.url).pathname, { raw: '' })
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'pending' }])

    const dispute = { id: `dp_${paymentId}`, payment_intent: paymentId, amount: 19_999, status: 'won' }
    await money.event('charge.dispute.closed', dispute)
    await money.cron()
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done' }])
    expect(
      (await money.tasks()).filter(
        ({ kind, subject }) => kind === 'payment.disputed' && subject === paymentId,
      ),
    ).toEqual([])
  })

  test('that is lost is a refund paid by the bank', async () => {
    const job = await money.job({ franchiseId: await money.franchise({ share: 50, onboarded: true }) })
    const paymentId = await money.pay(job.id)
    const dispute = { id: 'dp_lost', payment_intent: paymentId, amount: 19_999 }
    await money.event('charge.dispute.closed', { ...dispute, status: 'lost' })
    expect(await money.paymentsOf(job.id)).toMatchObject([{ refundedCents: 19_999 }])
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 9_999, reversedCents: 9_999 }])
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
  })

  test("that is lost in part releases the franchise's share of the rest", async () => {
    const franchiseId = await money.franchise()
    const job = await money.job({ franchiseId })
    const paymentId = await money.pay(job.id)
    const dispute = { id: 'dp_part', payment_intent: paymentId, amount: 5_000 }
    await money.event('charge.dispute.created', { ...dispute, status: 'needs_response' })
    await money.event('charge.dispute.closed', { ...dispute, status: 'lost' })
    expect((await money.readJob(job.id)).paymentState).toBe('partly_refunded')
    const link = await money.hq('POST', '/api/payments/connect/onboard', { franchiseId })
    await money.open('POST', new URL(link.body.data.url).pathname, { raw: '' })
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 12_000 }])
    // A manual refund afterwards is one more, however small compared to the bank's.
    const { payments } = money.deps.providers
    await payments.refund({ paymentId, cents: 1_000, reason: 'requested_by_customer', key: 'after-dispute' })
    await money.rest()
    expect(await money.paymentsOf(job.id)).toMatchObject([{ refundedCents: 6_000 }])
  })

  test("that is lost for more than is left takes what's left, and HQ gets a to-do about the rest", async () => {
    const job = await money.job({ franchiseId: await money.franchise({ onboarded: true }) })
    const paymentId = await money.pay(job.id)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 50 })
    await money.rest()
    const dispute = { id: 'dp_all', payment_intent: paymentId, amount: 19_999 }
    await money.event('charge.dispute.created', { ...dispute, status: 'needs_response' })
    await money.event('charge.dispute.closed', { ...dispute, status: 'lost' })
    await money.event('charge.dispute.closed', { ...dispute, status: 'lost' })
    expect(await eventQueueFigures(money.deps.store.read)).toEqual({ depth: 0, dead: 0 })
    expect((await money.refundsOf(job.id)).map(({ cents }) => cents)).toEqual([5_000, 14_999])
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    const ours = (await money.tasks()).filter(({ subject }) => subject === paymentId)
    expect(ours).toMatchObject([
      {
        kind: 'payment.disputed-rest',
        jobId: expect.any(String),
        title: expect.stringContaining('Collect $50.00'),
      },
    ])
  })

  test('that is lost after a full refund leaves only a to-do', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, {})
    const dispute = { id: 'dp_nothing', payment_intent: paymentId, amount: 19_999, status: 'lost' }
    await money.event('charge.dispute.closed', dispute)
    expect(await eventQueueFigures(money.deps.store.read)).toEqual({ depth: 0, dead: 0 })
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    expect(await kinds()).toContain('payment.disputed-rest')
  })
})

describe('a bank inquiry', () => {
  const inquiry = async () => {
    const franchiseId = await money.franchise()
    const job = await money.job({ franchiseId })
    const paymentId = await money.pay(job.id)
    const cash = await balanceOf(money.deps.store.read, 'processor_cash')
    const object = { id: `dp_${paymentId}`, payment_intent: paymentId, amount: 19_999 }
    await money.event('charge.dispute.created', { ...object, status: 'warning_needs_response' })
    const tasks = async () =>
      (await money.tasks()).filter(({ subject }) => subject === paymentId).map(({ kind }) => kind)
    expect(await tasks()).toEqual(['payment.inquiry'])
    expect(await balanceOf(money.deps.store.read, 'processor_cash')).toBe(cash)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    return { franchiseId, job, object, cash, tasks }
  }

  test('takes no money and holds nothing back', async () => {
    const { franchiseId, job, object, cash, tasks } = await inquiry()
    await money.event('charge.dispute.closed', { ...object, status: 'warning_closed' })
    expect(await tasks()).toEqual([])
    expect(await balanceOf(money.deps.store.read, 'processor_cash')).toBe(cash)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    const link = await money.hq('POST', '/api/payments/connect/onboard', { franchiseId })
    await money.open('POST', new URL(link.body.data.url).pathname, { raw: '' })
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 15_999 }])
  })

  test('that becomes a dispute is one from then on', async () => {
    const { job, object, cash, tasks } = await inquiry()
    await money.event('charge.dispute.funds_withdrawn', { ...object, status: 'needs_response' })
    await money.event('charge.dispute.updated', { ...object, status: 'under_review' })
    expect(await tasks()).toEqual(['payment.disputed'])
    expect(await balanceOf(money.deps.store.read, 'processor_cash')).toBe(cash - 19_999)
    expect((await money.readJob(job.id)).paymentState).toBe('disputed')
  })
})

test('after all of this the books agree with everything', async () => {
  expect(await checkBooks(money.deps.store.read)).toEqual([])
})
