import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoRefunds } from '../../../../db/schema'
import { checkLedger } from '../../../../src/modules/ledger'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const cancel = (jobId: string, body = {}) =>
  money.open('POST', '/api/customer/cancel', { body: { jobId, ...body } })
const succeeded = (id: string, more: Record<string, unknown>, eventId?: string) =>
  money.event('payment_intent.succeeded', { id, amount: 19_999, currency: 'usd', ...more }, eventId)
const refundsAtProcessor = (paymentId: string) =>
  money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))
const lookAt = async (jobId: string) => (await money.hq('GET', `/api/admin/jobs/${jobId}/refund`)).body.data

/** One full refund at the processor, in our rows and in the books; HQ gets no to-do. */
async function expectOneRefund(jobId: string, paymentId: string, refundId: unknown, cents = 19_999) {
  expect(await refundsAtProcessor(paymentId)).toMatchObject([{ id: refundId, cents }])
  expect(await money.refundsOf(jobId)).toMatchObject([{ processorId: refundId, cents, state: 'done' }])
  expect((await money.readJob(jobId)).paymentState).toBe('refunded')
  expect((await lookAt(jobId)).refundable).toBe(0)
  expect(await checkLedger(money.deps.store.read)).toEqual([])
  const asked = (await money.tasks()).filter(({ kind }) => /refund|cancel/.test(kind))
  expect(asked).toEqual([])
}

describe('a payment the demo processor knows only from a signed event', () => {
  for (const name of ['jobId', 'job_id'])
    test(`pays the job its metadata names as ${name}, and canceling refunds it once`, async () => {
      const job = await money.job()
      const id = `pi_outside_${name}`
      await succeeded(id, { metadata: { [name]: job.id } }, `evt_${name}`)
      await succeeded(id, { metadata: { [name]: job.id } }, `evt_${name}`)
      await succeeded(id, { metadata: { [name]: job.id } })
      expect((await money.readJob(job.id)).paymentState).toBe('paid')
      const answers = await Promise.all([cancel(job.id), cancel(job.id), cancel(job.id)])
      answers.push(await cancel(job.id))
      await money.rest()
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      const { refunded, refundId } = answers[0].body.data
      expect([refunded, typeof refundId]).toEqual([true, 'string'])
      await succeeded(id, { metadata: { [name]: job.id } })
      await expectOneRefund(job.id, id, refundId)
    })

  test('arriving after the cancellation is refunded once, duplicates and redeliveries included', async () => {
    const job = await money.job()
    expect((await cancel(job.id)).body.data.refunded).toBe(false)
    const metadata = { jobId: job.id }
    await Promise.all([
      succeeded('pi_late', { metadata }, 'evt_late'),
      succeeded('pi_late', { metadata }, 'evt_late'),
      succeeded('pi_late', { metadata }),
    ])
    await succeeded('pi_late', { metadata })
    await money.cron()
    const [refund] = await refundsAtProcessor('pi_late')
    await expectOneRefund(job.id, 'pi_late', refund?.id)
  })

  test('is refunded with the amount that was paid, and the processor keeps its fee', async () => {
    const job = await money.job()
    await succeeded('pi_more', { amount: 30_000, amount_received: 25_000, metadata: { jobId: job.id } })
    const { refundId } = (await cancel(job.id)).body.data
    await expectOneRefund(job.id, 'pi_more', refundId, 25_000)
    expect((await money.paymentsOf(job.id))[0]?.feeCents).toBe(755)
  })

  for (const paymentStatus of [undefined, 'pending', 'card_on_file', 'charged'])
    test(`is the one the booking named as ${paymentStatus ?? 'nothing'}`, async () => {
      const paymentId = `pi_named_${paymentStatus}`
      const job = await money.job({ paymentId, ...(paymentStatus ? { paymentStatus } : {}) })
      await succeeded(paymentId, { metadata: { jobId: job.id } })
      const { refunded, refundId, setupIntentCancelled } = (await cancel(job.id)).body.data
      expect([refunded, setupIntentCancelled]).toEqual([true, false])
      await expectOneRefund(job.id, paymentId, refundId)
    })

  test('pays the job that named it at booking when its event names none', async () => {
    const job = await money.job({ paymentId: 'pi_unnamed' })
    await succeeded('pi_unnamed', {})
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    const { refundId } = (await cancel(job.id)).body.data
    await expectOneRefund(job.id, 'pi_unnamed', refundId)
  })

  test("pays no job when two bookings name it, or the amount isn't the total", async () => {
    const [first, second] = [
      await money.job({ paymentId: 'pi_two' }),
      await money.job({ paymentId: 'pi_two' }),
    ]
    const other = await money.job({ paymentId: 'pi_short' })
    await succeeded('pi_two', {})
    await succeeded('pi_short', { amount: 100 })
    for (const { id } of [first, second, other]) expect(await money.paymentsOf(id)).toEqual([])
  })

  test("never becomes another job's", async () => {
    const [first, second] = [await money.job(), await money.job()]
    await succeeded('pi_mine', { metadata: { jobId: first.id } })
    await succeeded('pi_mine', { amount: 1_000_000, metadata: { jobId: second.id } })
    expect((await cancel(second.id, { paymentId: 'pi_mine' })).body.data.refunded).toBe(false)
    expect(await refundsAtProcessor('pi_mine')).toEqual([])
    expect((await cancel(first.id)).body.data.refunded).toBe(true)
    expect(await refundsAtProcessor('pi_mine')).toMatchObject([{ cents: 19_999 }])
  })
})
