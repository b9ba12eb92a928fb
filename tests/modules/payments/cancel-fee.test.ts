import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cancellations, jobEvents, jobs } from '../../../db/schema'
import { hour } from '../../../src/lib/clock'
import { cancelTerms } from '../../../src/lib/booking-rules'
import { balanceOf } from '../../../src/modules/ledger'
import { checkBooks } from '../../../src/modules/payments'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest({ BUSINESS_PHONE: '+13035550100' })
})
afterAll(() => money.close())

const rules = async (values: Record<string, unknown>) =>
  expectStatus(await money.hq('PATCH', '/api/admin/settings/booking', { values }), 200)

beforeEach(() => rules({ lateCancel: 'fixed_fee', freeHours: 24, feeCents: 5_000, deposit: 'none' }))

/** A job with a visit in some hours. */
async function visitIn(hours: number, booking: Record<string, unknown> = {}) {
  const job = await money.job(booking)
  const start = money.clock.now() + hours * hour
  await money.deps.store.write((tx) =>
    tx
      .update(jobs)
      .set({
        status: 'scheduled',
        scheduledStart: start,
        scheduledEnd: start + hour,
        busyUntil: start + hour,
      })
      .where(eq(jobs.id, job.id)),
  )
  return job
}

const publicly = (jobId: string) => money.open('POST', '/api/customer/cancel', { body: { jobId } })
const byHq = (jobId: string, body?: unknown) =>
  money.hq('POST', `/api/admin/jobs/${jobId}/cancel`, body ?? {})
const feeOf = async (jobId: string) =>
  (await money.deps.store.read.select().from(cancellations).where(eq(cancellations.jobId, jobId)))[0]
    ?.feeCents
const kinds = async (jobId: string) =>
  (await money.deps.store.read.select().from(jobEvents).where(eq(jobEvents.jobId, jobId))).map(
    ({ kind }) => kind,
  )
const returned = async (jobId: string) =>
  (await money.refundsOf(jobId))
    .filter(({ state }) => state === 'done')
    .reduce((sum, { cents }) => sum + cents, 0)

describe('a late cancellation by the customer', () => {
  test('keeps the fee once and refunds the rest once, however often they ask', async () => {
    const franchiseId = await money.franchise({ share: 70, tax: 8.81, onboarded: true })
    const job = await visitIn(5, { price: 199, franchiseId })
    await money.pay(job.id)
    const total = (await money.readJob(job.id)).totalCents
    const answers = await Promise.all([publicly(job.id), publicly(job.id), publicly(job.id)])
    await money.rest()
    const [first] = answers.map((answer) => expectStatus(answer, 200).body.data)
    for (const { body } of answers) expect(body.data).toEqual(first)
    expect(first).toMatchObject({ refunded: true, refundId: expect.any(String) })
    expect(first.message).toContain('We kept a cancellation fee of $50.00.')
    expect(await feeOf(job.id)).toBe(5_000)
    expect(await returned(job.id)).toBe(total - 5_000)
    expect((await money.readJob(job.id)).paymentState).toBe('partly_refunded')
    expect(await kinds(job.id)).toContain('fee-kept')
    expect(await checkBooks(money.deps.store.read)).toEqual([])
    // The franchise keeps its share of the fee and gives back the rest.
    const [payment] = await money.paymentsOf(job.id)
    const [transfer] = await money.transfersOf(job.id)
    const left = (transfer?.cents ?? 0) - (transfer?.reversedCents ?? 0)
    expect(Math.abs(left - ((payment?.franchiseCents ?? 0) * 5_000) / total)).toBeLessThanOrEqual(1)
    const mail = (await money.outbox()).filter(({ template }) => template === 'cancelled')
    expect(mail).toHaveLength(1)
  })

  test('says refund and fee in the email', async () => {
    const job = await visitIn(5)
    await money.pay(job.id)
    await publicly(job.id)
    await money.rest()
    const { items } = (await money.hq('GET', '/api/admin/outbox')).body.data
    const note = items.find(
      (item: { template: string; jobId: string }) => item.template === 'cancelled' && item.jobId === job.id,
    )
    const { text } = await money.hq('GET', `/api/admin/outbox/${note.id}`)
    expect(text).toMatch(/Refund[\s\S]*\$149\.99[\s\S]*Cancellation fee[\s\S]*\$50\.00/)
  })

  test('costs nothing if nothing was paid, and the timeline says so', async () => {
    const job = await visitIn(5)
    const { message } = expectStatus(await publicly(job.id), 200).body.data
    expect(message).not.toContain('fee')
    expect(await feeOf(job.id)).toBe(0)
    expect(await kinds(job.id)).toContain('fee-not-charged')
  })

  test('never keeps more than was paid', async () => {
    await rules({ lateCancel: 'fixed_fee', feeCents: 50_000 })
    const job = await visitIn(5, { price: 60 })
    await money.pay(job.id)
    expect(expectStatus(await publicly(job.id), 200).body.data).toMatchObject({ refunded: false })
    expect(await feeOf(job.id)).toBe(6_000)
    expect(await money.refundsOf(job.id)).toEqual([])
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('takes a percentage of the total', async () => {
    await rules({ lateCancel: 'percent_fee', feePercent: 25 })
    const job = await visitIn(5, { price: 199.99 })
    await money.pay(job.id)
    await publicly(job.id)
    expect(await feeOf(job.id)).toBe(5_000)
    expect(await returned(job.id)).toBe(14_999)
  })

  test('keeps the fee from a payment that the booking named', async () => {
    const job = await visitIn(5, { paymentId: 'pi_named_late', paymentStatus: 'charged' })
    expect(expectStatus(await publicly(job.id), 200).body.data).toMatchObject({ refunded: true })
    expect(await feeOf(job.id)).toBe(5_000)
    expect(await returned(job.id)).toBe(14_999)
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('keeps one fee from several payments', async () => {
    const job = await visitIn(5, { price: 100 })
    await money.hq('POST', `/api/admin/jobs/${job.id}/payments`, { amount: 30, method: 'cash' })
    await money.pay(job.id)
    await publicly(job.id)
    await money.rest()
    expect(await feeOf(job.id)).toBe(5_000)
    expect((await money.paymentsOf(job.id)).map(({ keptCents }) => keptCents)).toEqual([3_000, 2_000])
    expect(await returned(job.id)).toBe(5_000)
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('recovers between the decision and the refund with one fee and one refund', async () => {
    const job = await visitIn(5)
    await money.pay(job.id)
    money.break({ refund: () => Promise.reject(new Error('The line is dead')) })
    expect((await publicly(job.id)).status).toBeGreaterThanOrEqual(500)
    money.mend()
    await money.cron()
    expectStatus(await publicly(job.id), 200)
    expect(await feeOf(job.id)).toBe(5_000)
    expect(await returned(job.id)).toBe(14_999)
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })

  test('keeps the fee when part of the payment was refunded at the processor meanwhile', async () => {
    const job = await visitIn(5)
    const paymentId = await money.pay(job.id)
    const { payments } = money.deps.providers
    let isFirst = true
    money.break({
      refund: async (order) => {
        if (!isFirst) return payments.refund(order)
        isFirst = false
        await payments.refund({ ...order, paymentId, cents: 4_000, key: 'by-hand' })
        throw new PaymentRefused('too-much')
      },
    })
    await publicly(job.id)
    money.mend()
    await money.rest()
    expect(await feeOf(job.id)).toBe(5_000)
    expect(await returned(job.id)).toBe(14_999)
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })
})

describe('the policy', () => {
  test('lets customers cancel for free until the very moment it names', async () => {
    const early = await visitIn(24)
    await money.pay(early.id)
    await publicly(early.id)
    expect(await feeOf(early.id)).toBe(0)
    expect(await returned(early.id)).toBe(19_999)
  })

  test('counts real hours where the clocks change in between', () => {
    const bookingRules = { cancel: { freeHours: 24, fee: { cents: 5_000 } }, deposit: null }
    const denver = (text: string) => Temporal.ZonedDateTime.from(`${text}[America/Denver]`).epochMilliseconds
    const job = { totalCents: 10_000, bookingRules, scheduledStart: denver('2026-03-08T10:00') }
    // The night was an hour shorter: 24 hours before 10 AM was 9 AM.
    expect(cancelTerms(job, denver('2026-03-07T09:00')).feeCents).toBe(0)
    expect(cancelTerms(job, denver('2026-03-07T09:00') + 1).feeCents).toBe(5_000)
    const autumn = { ...job, scheduledStart: denver('2026-11-01T10:00') }
    expect(cancelTerms(autumn, denver('2026-10-31T11:00')).feeCents).toBe(0)
    expect(cancelTerms(autumn, denver('2026-10-31T11:00') + 1).feeCents).toBe(5_000)
  })

  test('is that of the booking, whatever the office changes later', async () => {
    await rules({ lateCancel: 'free' })
    const free = await visitIn(5)
    await rules({ lateCancel: 'fixed_fee', feeCents: 9_000 })
    const strict = await visitIn(5)
    await rules({ lateCancel: 'call' })
    for (const { id } of [free, strict]) {
      await money.pay(id)
      expectStatus(await publicly(id), 200)
    }
    expect(await feeOf(free.id)).toBe(0)
    expect(await feeOf(strict.id)).toBe(9_000)
  })

  test('is free for a job without a time', async () => {
    const job = await money.job()
    await money.pay(job.id)
    await publicly(job.id)
    expect(await feeOf(job.id)).toBe(0)
  })

  test('can leave late cancellations to the phone: 409 with the number, and a to-do', async () => {
    await rules({ lateCancel: 'call' })
    const job = await visitIn(5)
    await money.pay(job.id)
    const refused = expectStatus(await publicly(job.id), 409)
    expect(refused.body.error).toBe(
      'It’s too late to cancel this visit online. Call us at (303) 555-0100 to cancel.',
    )
    expect((await money.readJob(job.id)).status).toBe('scheduled')
    expect(
      (await money.tasks()).some(({ kind, subject }) => kind === 'cancel.under-way' && subject === job.id),
    ).toBe(true)
    expectStatus(await byHq(job.id), 200)
    expect(await returned(job.id)).toBe(19_999)
  })
})

describe('HQ', () => {
  test('sees fee and refund before canceling, and can waive the fee', async () => {
    const job = await visitIn(5)
    await money.pay(job.id)
    expect((await money.hq('GET', `/api/admin/jobs/${job.id}/cancel`)).body.data).toMatchObject({
      refundable: 199.99,
      fee: 50,
      refund: 149.99,
      canCancelOnline: true,
    })
    expectStatus(await byHq(job.id, { keepFee: false }), 200)
    expect(await feeOf(job.id)).toBe(0)
    expect(await returned(job.id)).toBe(19_999)
  })

  test('keeps the fee by default, and can give it back later', async () => {
    const before = await balanceOf(money.deps.store.read, 'revenue_hq')
    const job = await visitIn(5)
    await money.pay(job.id)
    expectStatus(await byHq(job.id), 200)
    expect(before - (await balanceOf(money.deps.store.read, 'revenue_hq'))).toBe(5_000)
    expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 50 }), 201)
    await money.rest()
    expect(before - (await balanceOf(money.deps.store.read, 'revenue_hq'))).toBe(0)
    expect(await checkBooks(money.deps.store.read)).toEqual([])
  })
})
