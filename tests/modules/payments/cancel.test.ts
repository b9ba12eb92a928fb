import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { cancellations, demoRefunds, franchises, jobs, workers } from '../../../db/schema'
import { newId } from '../../../db/store'
import { upstream, upstreamTimeout } from '../../../src/lib/errors'
import { settleOpen } from '../../../src/modules/payments/settle'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const cancel = (body: Record<string, unknown>) => money.open('POST', '/api/customer/cancel', { body })
const notesTo = async (recipient: string) =>
  (await money.outbox()).filter((note) => note.recipient === recipient && note.template === 'cancelled')
const refundsAtProcessor = (paymentId: string) =>
  money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))

describe('canceling', () => {
  test('an unpaid job says so', async () => {
    const job = await money.job()
    const answer = await cancel({ jobId: job.id })
    expect([answer.status, answer.body.data]).toEqual([
      200,
      { refunded: false, setupIntentCancelled: false, message: 'Your booking is canceled.' },
    ])
    expect(await money.readJob(job.id)).toMatchObject({ status: 'cancelled', cancelledAt: money.clock.now() })
  })

  test('a paid job refunds the captured amount, whatever the caller says', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    const answer = await cancel({
      jobId: job.id,
      amount: 1,
      paymentStatus: 'pending',
      paymentId: 'pi_nonsense',
    })
    expect(answer.body.data).toMatchObject({ refunded: true, setupIntentCancelled: false })
    expect(answer.body.data.message).toBe("Your booking is canceled. We're refunding $199.99.")
    expect(await refundsAtProcessor(paymentId)).toMatchObject([
      { id: answer.body.data.refundId, cents: 19_999 },
    ])
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
  })

  test('a visit under way needs a phone call, and HQ gets a to-do', async () => {
    const franchiseId = await money.franchise()
    const { store, clock } = money.deps
    await store.write((tx) =>
      tx.update(franchises).set({ phone: '303 555 0100' }).where(eq(franchises.id, franchiseId)),
    )
    const workerId = newId()
    const stamps = { createdAt: clock.now(), updatedAt: clock.now() }
    await store.write((tx) =>
      tx.insert(workers).values({ id: workerId, name: 'Sofia', franchiseId, ...stamps }),
    )
    const job = await money.job({ franchiseId })
    const paymentId = await money.pay(job.id)
    const [start, end] = [1, 2].map((hours) => new Date(clock.now() + hours * 3_600_000).toISOString())
    const scheduled = await money.hq('POST', `/api/admin/jobs/${job.id}/schedule`, { start, end, workerId })
    expect([scheduled.status, scheduled.text]).toEqual([200, expect.any(String)])
    for (const [to, reason] of [
      ['en_route', 'Your technician is already on the way.'],
      ['in_progress', 'Your technician has already started.'],
    ]) {
      expect((await money.hq('POST', `/api/admin/jobs/${job.id}/move`, { to })).status).toBe(200)
      const answer = await cancel({ jobId: job.id })
      expect([answer.status, answer.body.error]).toEqual([
        409,
        `${reason} Call us at (303) 555-0100 to cancel.`,
      ])
      expect((await money.readJob(job.id)).status).toBe(to as never)
    }
    expect(await refundsAtProcessor(paymentId)).toEqual([])
    expect((await money.tasks()).filter(({ kind }) => kind === 'cancel.under-way')).toMatchObject([
      { subject: job.id },
    ])
    const byHq = await money.hq('POST', `/api/admin/jobs/${job.id}/cancel`, {})
    expect(byHq.body.data).toMatchObject({ refunded: true })
    expect((await money.tasks()).filter(({ kind }) => kind === 'cancel.under-way')).toEqual([])
    expect((await cancel({ jobId: job.id })).body.data).toEqual(byHq.body.data)
  })

  test('again repeats the first answer, and so do ten at once', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel({ jobId: job.id })))
    answers.push(
      await cancel({ jobId: job.id }),
      await money.hq('POST', `/api/admin/jobs/${job.id}/cancel`, {}),
    )
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.body.data.refunded).toBe(true)
    expect(await refundsAtProcessor(paymentId)).toHaveLength(1)
    expect(await notesTo('jordan@example.com')).not.toHaveLength(0)
  })

  test("refunds only what wasn't refunded before", async () => {
    const job = await money.job()
    await money.pay(job.id)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 50 })
    await cancel({ jobId: job.id })
    expect((await money.refundsOf(job.id)).map(({ cause, cents }) => [cause, cents])).toEqual([
      ['hq', 5_000],
      ['cancel', 14_999],
    ])
  })

  test('an unknown job is a 404, a finished one a 409', async () => {
    expect((await cancel({ jobId: 'job-17' })).status).toBe(404)
    const job = await money.job()
    const over = { status: 'completed' as const, scheduledStart: 1, scheduledEnd: 2, busyUntil: 2 }
    await money.deps.store.write((tx) => tx.update(jobs).set(over).where(eq(jobs.id, job.id)))
    const answer = await cancel({ jobId: job.id })
    expect([answer.status, answer.body.error]).toEqual([
      409,
      "This job is completed, so it can't be changed anymore",
    ])
    const kept = await money.deps.store.read
      .select()
      .from(cancellations)
      .where(eq(cancellations.jobId, job.id))
    expect(kept).toEqual([])
  })
})

describe('the cancellation message', () => {
  test("goes where the caller asks, and to the job's own contact when that differs", async () => {
    const job = await money.job({ customerEmail: 'own@example.com' })
    await cancel({ jobId: job.id, email: 'asked@example.com', phone: '303-555-0100' })
    expect(await notesTo('own@example.com')).toHaveLength(1)
    expect(await notesTo('asked@example.com')).toHaveLength(1)
    expect(await notesTo('303-555-0100')).toMatchObject([{ channel: 'sms' }])
  })

  test('goes once when both are the same', async () => {
    const job = await money.job({ customerEmail: 'same@example.com' })
    await cancel({ jobId: job.id, email: 'SAME@example.com' })
    const notes = (await money.outbox()).filter(
      ({ template, recipient }) => template === 'cancelled' && /same@/i.test(recipient),
    )
    expect(notes).toHaveLength(1)
  })

  test("isn't sent when HQ doesn't want it", async () => {
    const job = await money.job({ customerEmail: 'quiet@example.com' })
    const answer = await money.hq('POST', `/api/admin/jobs/${job.id}/cancel`, { tellCustomer: false })
    expect(answer.status).toBe(200)
    expect(await notesTo('quiet@example.com')).toEqual([])
  })

  test('contains nothing from the caller', async () => {
    const job = await money.job()
    await cancel({ jobId: job.id, email: 'asked@example.com', phone: '303-555-0100', paymentId: 'pi_hint' })
    const [row] = await money.deps.store.read
      .select()
      .from(cancellations)
      .where(eq(cancellations.jobId, job.id))
    expect(row).toMatchObject({ state: 'done', email: null, phone: null, hintedId: null })
  })
})

describe("while the processor doesn't answer", () => {
  test('the call fails, the job is canceled, and calling again gives the final answer with one refund', async () => {
    const job = await money.job({ customerEmail: 'waiting@example.com' })
    const paymentId = await money.pay(job.id)
    const processor = money.deps.providers.payments
    money.break({
      async refund(order) {
        await processor.refund(order)
        throw upstreamTimeout('The payment processor')
      },
    })
    expect((await cancel({ jobId: job.id })).status).toBe(504)
    expect(await money.readJob(job.id)).toMatchObject({ status: 'cancelled', paymentState: 'refunded' })
    expect(await notesTo('waiting@example.com')).toEqual([])
    money.mend()
    const answer = await cancel({ jobId: job.id })
    expect(answer.body.data.refunded).toBe(true)
    expect(await refundsAtProcessor(paymentId)).toMatchObject([{ id: answer.body.data.refundId }])
    expect(await notesTo('waiting@example.com')).toHaveLength(1)
  })

  test('even for the lookup, the job is still canceled', async () => {
    const job = await money.job({ paymentId: 'pi_unreachable', paymentStatus: 'charged' })
    money.break({
      findPayment: async () => {
        throw upstream('The payment processor')
      },
    })
    expect((await cancel({ jobId: job.id })).status).toBe(502)
    expect((await money.readJob(job.id)).status).toBe('cancelled')
    money.mend()
    await settleOpen(money.deps)
    const answer = await cancel({ jobId: job.id })
    expect(answer.body.data.refunded).toBe(true)
    expect(await refundsAtProcessor('pi_unreachable')).toHaveLength(1)
  })

  test('a definite no is an answer: nothing is refunded, and HQ gets a to-do', async () => {
    const job = await money.job()
    await money.pay(job.id)
    money.break({
      refund: async () => {
        throw new PaymentRefused('disputed')
      },
    })
    const answer = await cancel({ jobId: job.id })
    money.mend()
    expect([answer.status, answer.body.data.refunded]).toEqual([200, false])
    expect(answer.body.data.message).toContain('Our office will take care of it')
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect((await money.tasks()).map(({ kind }) => kind)).toContain('refund.refused')
  })

  test('and someone refunded part of it by hand, the rest is refunded', async () => {
    const job = await money.job()
    const paymentId = await money.pay(job.id)
    const processor = money.deps.providers.payments
    // The event of the manual refund hasn't reached us when the customer cancels.
    money.break({
      async refund(order) {
        money.mend()
        await processor.refund({ paymentId, cents: 5_000, reason: 'requested_by_customer', key: 'hand-1' })
        return processor.refund(order)
      },
    })
    const answer = await cancel({ jobId: job.id })
    expect(answer.body.data).toMatchObject({ refunded: true })
    expect(answer.body.data.message).toContain('$149.99')
    await money.rest()
    const kept = (await money.refundsOf(job.id)).filter(({ state }) => state === 'done')
    expect(kept.map(({ cents }) => cents).toSorted((a, b) => a - b)).toEqual([5_000, 14_999])
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
  })
})
