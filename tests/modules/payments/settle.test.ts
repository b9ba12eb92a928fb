import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { checkoutSessions, demoRefunds, demoReversals, demoTransfers } from '../../../db/schema'
import { upstreamTimeout } from '../../../src/lib/errors'
import { balanceOf } from '../../../src/modules/ledger/transactions'
import { checkBooks } from '../../../src/modules/payments/books'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(async () => {
  expect(await checkBooks(money.deps.store.read)).toEqual([])
  await money.close()
})

const timeOut = async () => {
  throw upstreamTimeout('The payment processor')
}
const paidJob = async (franchiseId?: string) => {
  const job = await money.job({ price: 100, ...(franchiseId === undefined ? {} : { franchiseId }) })
  return { job, paymentId: await money.pay(job.id) }
}
const refund = (jobId: string) => money.hq('POST', `/api/admin/jobs/${jobId}/refund`)
const cancel = (jobId: string) => money.hq('POST', `/api/admin/jobs/${jobId}/cancel`)
const refundsAtProcessor = (paymentId: string) =>
  money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))
const notesTo = async (email: string) =>
  (await money.outbox()).filter(({ recipient }) => recipient === email).map(({ template }) => template)

describe('the next settlement run', () => {
  test('finishes a refund, a reversal and a transfer cut off by a crash, each once', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const refunded = await paidJob(franchiseId)
    // The processor gets none of these; the service stops before it can ask again.
    money.break({ refund: timeOut, transfer: timeOut, reverseTransfer: timeOut })
    const sent = await paidJob(franchiseId)
    expect((await refund(refunded.job.id)).status).toBe(504)
    await money.rest()
    expect(await money.refundsOf(refunded.job.id)).toMatchObject([{ state: 'intended' }])
    expect(await money.transfersOf(sent.job.id)).toMatchObject([{ state: 'intended' }])
    money.mend()
    await money.cron()
    await money.cron()
    expect(await money.refundsOf(refunded.job.id)).toMatchObject([{ state: 'done', cents: 10_000 }])
    expect(await money.transfersOf(refunded.job.id)).toMatchObject([{ reversedCents: 5_000 }])
    expect(await money.transfersOf(sent.job.id)).toMatchObject([{ state: 'done', cents: 5_000 }])
    const { read } = money.deps.store
    expect(await refundsAtProcessor(refunded.paymentId)).toHaveLength(1)
    expect([await read.$count(demoTransfers), await read.$count(demoReversals)]).toEqual([2, 1])
  })

  test('finishes a cancellation cut off by a crash: one refund and one message', async () => {
    const job = await money.job({ price: 100, customerEmail: 'casey@example.com' })
    const paymentId = await money.pay(job.id)
    const processor = money.deps.providers.payments
    money.break({
      async refund(order) {
        await processor.refund(order)
        return timeOut()
      },
    })
    expect((await cancel(job.id)).status).toBe(504)
    expect(await notesTo('casey@example.com')).not.toContain('cancelled')
    money.mend()
    await money.cron()
    await money.cron()
    expect(await refundsAtProcessor(paymentId)).toHaveLength(1)
    const notes = await notesTo('casey@example.com')
    expect(notes.filter((template) => template === 'cancelled')).toHaveLength(1)
    expect((await cancel(job.id)).body.data).toMatchObject({ refunded: true })
  })

  test('gives up on a checkout whose creation was cut off, an hour later', async () => {
    const job = await money.job({ price: 100 })
    money.break({ createCheckout: timeOut })
    const body = { amount: 10_000, jobId: job.id }
    expect((await money.open('POST', '/api/payments/checkout', { body })).status).toBe(504)
    money.mend()
    const states = async () =>
      (await money.deps.store.read.select().from(checkoutSessions)).map(({ state }) => state)
    await money.cron()
    expect(await states()).toEqual(['intended'])
    money.clock.advance(3_600_001)
    await money.cron()
    expect(await states()).toEqual(['expired'])
  })

  test('asks again for a missing processor fee, and books it once', async () => {
    const fees = () => balanceOf(money.deps.store.read, 'processor_fees')
    money.break({ findPayment: timeOut })
    const { job } = await paidJob()
    expect(await money.paymentsOf(job.id)).toMatchObject([{ status: 'succeeded', feeCents: null }])
    expect(await fees()).toBe(0)
    money.mend()
    await money.cron()
    const [{ feeCents } = { feeCents: null }] = await money.paymentsOf(job.id)
    expect(feeCents).toBeGreaterThan(0)
    await money.cron()
    expect(await fees()).toBe(feeCents!)
  })
})

describe('a failure', () => {
  test('of one refund delays no other, and stays open for the next run', async () => {
    const jobs = [await paidJob(), await paidJob(), await paidJob()]
    const processor = money.deps.providers.payments
    money.break({ refund: timeOut })
    for (const { job } of jobs) await refund(job.id)
    money.break({
      refund: (order) => (order.paymentId === jobs[0]!.paymentId ? timeOut() : processor.refund(order)),
    })
    await money.cron()
    const states = async () =>
      Promise.all(jobs.map(async ({ job }) => (await money.refundsOf(job.id)).map(({ state }) => state)))
    expect(await states()).toEqual([['intended'], ['done'], ['done']])
    money.mend()
    await money.cron()
    expect(await states()).toEqual([['done'], ['done'], ['done']])
  })

  test('of one step delays no later step', async () => {
    const waiting = await money.franchise({ share: 50 })
    const ready = await money.franchise({ share: 50, onboarded: true })
    await paidJob(waiting)
    await money.hq('POST', '/api/payments/connect/onboard', { franchiseId: waiting })
    const cancelled = await paidJob()
    money.break({ transfer: timeOut, refund: timeOut })
    const sent = await paidJob(ready)
    expect((await cancel(cancelled.job.id)).status).toBe(504)
    // Now the transfer would go through, while everything before it fails: cancellation, release and refund.
    money.break({ findAccount: timeOut, refund: timeOut, listRefunds: timeOut })
    await money.cron()
    expect(await money.refundsOf(cancelled.job.id)).toMatchObject([{ state: 'intended' }])
    expect(await money.transfersOf(sent.job.id)).toMatchObject([{ state: 'done' }])
    money.mend()
    await money.cron()
    expect(await money.refundsOf(cancelled.job.id)).toMatchObject([{ state: 'done' }])
  })

  test("isn't repeated with every payment: only the task retries a failing processor", async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const asked: string[] = []
    money.break({
      transfer(order) {
        asked.push(order.transferGroup)
        return timeOut()
      },
    })
    const first = await paidJob(franchiseId)
    const second = await paidJob(franchiseId)
    expect(asked).toEqual([first.job.id, second.job.id])
    await money.cron()
    expect(asked.toSorted()).toEqual([first, first, second, second].map(({ job }) => job.id).toSorted())
  })
})
