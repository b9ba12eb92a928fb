import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { checkoutSessions, jobs } from '../../../db/schema'
import { hour, minute } from '../../../src/lib/clock'
import { upstreamTimeout } from '../../../src/lib/errors'
import { checkBooks } from '../../../src/modules/payments/books'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeEach(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.close())

const card = { raw: new URLSearchParams({ card: '4242424242424242' }) }
const statusOf = async (page: string) => (await money.open('GET', page)).status
const books = () => checkBooks(money.deps.store.read)
const toldOf = async (template: string) =>
  (await money.outbox()).filter((message) => message.template === template).length

/** The path of a page on which the job's current total can be paid. */
async function openPage(jobId: string): Promise<string> {
  const { totalCents: amount } = await money.readJob(jobId)
  const answer = await money.open('POST', '/api/payments/checkout', { body: { amount, jobId } })
  return new URL(expectStatus(answer, 200).body.data.url).pathname
}

async function reprice(jobId: string, price: number): Promise<void> {
  expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/reprice`, { price }), 200)
  await money.rest()
}

async function missVisit(jobId: string): Promise<void> {
  const start = money.clock.now()
  const visit = { scheduledStart: start, scheduledEnd: start + hour, busyUntil: start + hour, revision: 1 }
  await money.deps.store.write((tx) =>
    tx
      .update(jobs)
      .set({ status: 'scheduled', ...visit })
      .where(eq(jobs.id, jobId)),
  )
  expectStatus(await money.hq('POST', `/api/admin/jobs/${jobId}/move`, { to: 'no_show' }), 200)
  await money.rest()
}

describe('a new price', () => {
  test('closes the page with the old one', async () => {
    const job = await money.job()
    const page = await openPage(job.id)
    await reprice(job.id, 300)
    expect(await statusOf(page)).toBe(410)
    expect((await money.open('POST', page, card)).status).toBe(410)
    await money.rest()
    expect((await money.readJob(job.id)).paymentState).toBe('unpaid')
    expect(await books()).toEqual([])
  })

  test('leaves the page alone when the total stays the same', async () => {
    const job = await money.job()
    const page = await openPage(job.id)
    await reprice(job.id, 199.99)
    expect(await statusOf(page)).toBe(200)
  })

  test('leaves a page alone that already has it', async () => {
    const job = await money.job()
    await openPage(job.id)
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/reprice`, { price: 300 }), 200)
    const page = await openPage(job.id)
    await money.rest()
    expect(await statusOf(page)).toBe(200)
  })

  test("closes the page later when the processor doesn't answer", async () => {
    const job = await money.job()
    const page = await openPage(job.id)
    money.break({
      expireCheckout: async () => {
        throw upstreamTimeout('The payment processor')
      },
    })
    await reprice(job.id, 300)
    expect(await statusOf(page)).toBe(200)
    money.mend()
    await money.cron()
    expect(await statusOf(page)).toBe(410)
    const states = await money.deps.store.read
      .select({ state: checkoutSessions.state })
      .from(checkoutSessions)
    expect(states).toEqual([{ state: 'expired' }])
  })

  test('refunds a payment made at that very moment, and the job is still payable', async () => {
    const franchiseId = await money.franchise({ tax: 8.25, onboarded: true })
    const job = await money.job({ franchiseId })
    const page = await openPage(job.id)
    // The payment is on its way, so the processor no longer closes the page.
    money.break({ expireCheckout: async () => {} })
    await reprice(job.id, 300)
    money.mend()
    await money.open('POST', page, card)
    await money.rest()
    expect(await money.readJob(job.id)).toMatchObject({ paymentState: 'unpaid', totalCents: 32_475 })
    expect(await money.refundsOf(job.id)).toMatchObject([{ state: 'done', cents: 21_649 }])
    expect(await money.transfersOf(job.id)).toEqual([])
    expect((await money.tasks()).filter(({ kind }) => kind.startsWith('payment.'))).toMatchObject([
      { kind: 'payment.amount', detail: expect.stringContaining('$216.49 instead of $324.75') },
    ])
    expect([await toldOf('refunded'), await toldOf('receipt')]).toEqual([1, 0])
    expect(await books()).toEqual([])

    await money.pay(job.id)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 24_000 }])
    expect(await books()).toEqual([])
  })
})

describe('a missed visit', () => {
  test('closes the page, and refusing another says why', async () => {
    const job = await money.job()
    const page = await openPage(job.id)
    money.clock.advance(minute)
    await missVisit(job.id)
    expect(await statusOf(page)).toBe(410)
    const body = { amount: 19_999, jobId: job.id }
    const refused = await money.open('POST', '/api/payments/checkout', { body })
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'This visit was missed, so there is nothing to pay',
    ])
  })

  test('refunds a payment made at that very moment', async () => {
    const franchiseId = await money.franchise({ onboarded: true })
    const job = await money.job({ franchiseId })
    const page = await openPage(job.id)
    money.break({ expireCheckout: async () => {} })
    await missVisit(job.id)
    money.mend()
    await money.open('POST', page, card)
    await money.rest()
    expect(await money.readJob(job.id)).toMatchObject({ status: 'no_show', paymentState: 'refunded' })
    expect(await money.refundsOf(job.id)).toMatchObject([{ cause: 'late', state: 'done', cents: 19_999 }])
    expect(await money.transfersOf(job.id)).toEqual([])
    expect([await toldOf('refunded'), await toldOf('cancelled')]).toEqual([1, 0])
    expect(await books()).toEqual([])
  })
})
