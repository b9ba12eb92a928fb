import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoRefunds, outbox, payments, refunds } from '../../../db/schema'
import { brokenConstraint, newId } from '../../../db/store'
import { upstreamTimeout } from '../../../src/lib/errors'
import { checkLedger } from '../../../src/modules/ledger/check'
import { balanceOf } from '../../../src/modules/ledger/transactions'
import { moneyChecks } from '../../../src/modules/payments/books'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { failureOf } from '../../support/failure'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const refund = (jobId: string, body: Record<string, unknown> = {}, headers: Record<string, string> = {}) =>
  money.hq('POST', `/api/admin/jobs/${jobId}/refund`, body, headers)
const preview = async (jobId: string) => (await money.hq('GET', `/api/admin/jobs/${jobId}/refund`)).body.data
const atProcessor = (paymentId: string) =>
  money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))
async function paidJob(booking: Record<string, unknown> = {}) {
  const job = await money.job({ price: 100, ...booking })
  return { job, paymentId: await money.pay(job.id) }
}

describe('HQ', () => {
  test('sees what was paid and what can be refunded', async () => {
    const { job, paymentId } = await paidJob()
    expect(await preview(job.id)).toMatchObject({ captured: 100, refunded: 0, refundable: 100, refunds: [] })
    expect((await preview(job.id)).payments).toMatchObject([{ id: paymentId, pays: true, refundable: 100 }])
    expect((await money.hq('GET', '/api/admin/jobs/unknown/refund')).status).toBe(404)
  })

  test('refunds a part, then another, then the rest, and never more', async () => {
    const { job, paymentId } = await paidJob()
    const first = await refund(job.id, { amount: 30.5, reason: 'Downspout left out' })
    expect(first.status).toBe(201)
    expect(first.body.data).toMatchObject({
      refund: { amount: 30.5, state: 'done', cause: 'hq' },
      refundable: 69.5,
    })
    expect(first.body.data.refund.actor).toBe('hq:admin@example.com')
    expect((await money.readJob(job.id)).paymentState).toBe('partly_refunded')
    const tooMuch = await refund(job.id, { amount: 69.51 })
    expect([tooMuch.status, tooMuch.body.error]).toEqual([409, 'Only $69.50 is left to refund'])
    await refund(job.id, { amount: 60 })
    expect((await refund(job.id)).body.data.refund.amount).toBe(9.5)
    expect((await refund(job.id)).body.data.refund.amount).toBe(9.5)
    money.clock.advance(11 * 60_000)
    expect((await refund(job.id)).body.error).toBe("There's nothing left to refund")
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    expect((await atProcessor(paymentId)).reduce((sum, { cents }) => sum + cents, 0)).toBe(10_000)
    expect((await preview(job.id)).refunds).toHaveLength(3)
  })

  test('refunds once when asking twice with one Idempotency-Key, even at the same time', async () => {
    const { job, paymentId } = await paidJob()
    const key = { 'idempotency-key': newId() }
    const answers = await Promise.all(Array.from({ length: 5 }, () => refund(job.id, { amount: 10 }, key)))
    answers.push(await refund(job.id, { amount: 10 }, key))
    expect(new Set(answers.map(({ body }) => body.data?.refund.id)).size).toBe(1)
    expect(await atProcessor(paymentId)).toHaveLength(1)
    expect((await refund(job.id, { amount: 11 }, key)).status).toBe(409)
  })

  test('notifies the customer once, or not at all', async () => {
    const { job } = await paidJob()
    const key = { 'idempotency-key': newId() }
    await refund(job.id, { amount: 25 }, key)
    await refund(job.id, { amount: 25 }, key)
    await refund(job.id, { amount: 30, tellCustomer: false })
    const told = await money.deps.store.read.select().from(outbox).where(eq(outbox.jobId, job.id))
    const about = told.filter(({ template }) => template === 'refunded').map(({ data }) => data)
    expect(about).toMatchObject([{ refundCents: 2_500 }])
  })

  test("can't exceed the captured amount with many refunds at once", async () => {
    const { job, paymentId } = await paidJob()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, place) => refund(job.id, { amount: 30 + place })),
    )
    expect(answers.filter(({ status }) => status === 201).length).toBeLessThanOrEqual(3)
    expect((await atProcessor(paymentId)).reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(
      10_000,
    )
  })

  test('is refused when there is nothing to refund', async () => {
    const job = await money.job()
    expect((await refund(job.id)).body.error).toBe('Nothing was paid for this job')
    expect((await refund('unknown')).status).toBe(404)
    const { job: paid } = await paidJob()
    expect((await refund(paid.id, { paymentId: 'pi_other' })).status).toBe(404)
    for (const amount of [0, -1, 1.234, '5'])
      expect({ amount, status: (await refund(paid.id, { amount })).status }).toEqual({ amount, status: 400 })
  })

  test("sees that the processor didn't answer, and continues the same refund by asking again", async () => {
    // The processor's event may report it before anyone asks again.
    for (const [amount, isTold] of [
      [25, false],
      [undefined, false],
      [undefined, true],
    ] as const) {
      const { job, paymentId } = await paidJob()
      const processor = money.deps.providers.payments
      money.break({
        async refund(order) {
          await processor.refund(order)
          throw upstreamTimeout('The payment processor')
        },
        // The refund's event doesn't bring certainty either.
        listRefunds: async () => {
          throw upstreamTimeout('The payment processor')
        },
      })
      expect((await refund(job.id, { amount })).status).toBe(504)
      expect((await preview(job.id)).refundable).toBe(amount === undefined ? 0 : 75)
      money.mend()
      if (isTold) await money.cron()
      expect((await refund(job.id, { amount })).body.data.refund.state).toBe('done')
      expect(await atProcessor(paymentId)).toHaveLength(1)
    }
  })

  test('gets the same refund when asking for the same amount again without a key for a while', async () => {
    const { job, paymentId } = await paidJob()
    const [first, second] = [await refund(job.id, { amount: 10 }), await refund(job.id, { amount: 10 })]
    expect(second.body.data.refund.id).toBe(first.body.data.refund.id)
    const other = await refund(job.id, { amount: 10 }, { 'idempotency-key': newId() })
    expect(other.body.data.refund.id).not.toBe(first.body.data.refund.id)
    money.clock.advance(11 * 60_000)
    await refund(job.id, { amount: 10 })
    expect(await atProcessor(paymentId)).toHaveLength(3)
  })

  test('sees nothing to refund while the payment is disputed', async () => {
    const job = await money.job({ price: 100 })
    await money.pay(job.id, '4000000000000259')
    const { captured, refundable, payments } = await preview(job.id)
    expect({ captured, refundable }).toEqual({ captured: 100, refundable: 0 })
    expect(payments).toMatchObject([{ disputed: true, refundable: 0 }])
  })

  test('sees why the processor refused, and then nothing is owed', async () => {
    const { job } = await paidJob()
    money.break({
      refund: async () => {
        throw new PaymentRefused('disputed')
      },
    })
    const answer = await refund(job.id, { amount: 25 })
    money.mend()
    expect([answer.status, answer.body.error]).toEqual([
      409,
      expect.stringMatching(/^The refund failed\. .*disputed/),
    ])
    expect(await preview(job.id)).toMatchObject({ refundable: 100 })
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await balanceOf(money.deps.store.read, 'refunds')).toBe(0)
  })
})

describe('the payment tables', () => {
  const insert = (
    paymentId: string,
    cents: number,
    cause: 'cancel' | 'late' | 'hq',
    state: 'intended' | 'refused' = 'intended',
  ) =>
    money.deps.store.write((tx) =>
      tx.insert(refunds).values({
        id: newId(),
        paymentId,
        jobId: 'job',
        cents,
        cause,
        state,
        actor: 'test',
        createdAt: 1,
        updatedAt: 1,
      }),
    )

  test('accept no refund beyond the captured amount, even from outside the program', async () => {
    const { paymentId } = await paidJob()
    await insert(paymentId, 6_000, 'hq')
    expect(brokenConstraint(await failureOf(insert(paymentId, 4_001, 'hq')))).toBe('truckroll:over-refund')
    await insert(paymentId, 9_000, 'hq', 'refused')
    await insert(paymentId, 4_000, 'hq')
    await money.deps.store.write((tx) => tx.delete(refunds).where(eq(refunds.paymentId, paymentId)))
  })

  test('accept one automatic refund per payment', async () => {
    const { paymentId } = await paidJob()
    await insert(paymentId, 1, 'cancel')
    expect(brokenConstraint(await failureOf(insert(paymentId, 1, 'late')))).toContain('UNIQUE')
    await money.deps.store.write((tx) => tx.delete(refunds).where(eq(refunds.paymentId, paymentId)))
  })

  test('give a payment to no other job and undo no success', async () => {
    const { paymentId } = await paidJob()
    const other = await money.job()
    const change = (fields: Partial<typeof payments.$inferInsert>) =>
      money.deps.store.write((tx) => tx.update(payments).set(fields).where(eq(payments.id, paymentId)))
    for (const fields of [{ jobId: other.id }, { status: 'failed' as const }, { capturedCents: 1 }])
      expect(brokenConstraint(await failureOf(change(fields)))).toBe('truckroll:append-only')
    expect(brokenConstraint(await failureOf(change({ refundedCents: 10_001 })))).toContain('CHECK')
  })
})

test('after all of this the books agree with everything', async () => {
  expect(await checkLedger(money.deps.store.read)).toEqual([])
  expect(await checkLedger(money.deps.store.read, moneyChecks)).toEqual([])
})
