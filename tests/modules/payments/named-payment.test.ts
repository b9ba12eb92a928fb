import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoIntents, demoRefunds } from '../../../db/schema'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterAll(() => money.close())

const cancel = (body: Record<string, unknown>) => money.open('POST', '/api/customer/cancel', { body })
const refundsAtProcessor = (paymentId: string) =>
  money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.intentId, paymentId))

describe('the payment named at booking', () => {
  test('is refunded when it belongs to the job', async () => {
    const job = await money.job({ paymentId: 'pi_own', paymentStatus: 'charged' })
    const answer = await cancel({
      jobId: job.id,
      paymentId: 'pi_own',
      paymentStatus: 'charged',
      amount: 199.99,
    })
    expect(answer.body.data.refunded).toBe(true)
    expect(await refundsAtProcessor('pi_own')).toHaveLength(1)
  })

  test("isn't refunded to someone who named a stranger's payment", async () => {
    const victim = await money.job({ paymentId: 'pi_victim', paymentStatus: 'charged' })
    const attacker = await money.job({ paymentId: 'pi_victim', paymentStatus: 'charged' })
    const answer = await cancel({ jobId: attacker.id, paymentId: 'pi_victim', paymentStatus: 'charged' })
    expect(answer.body.data).toMatchObject({ refunded: false })
    expect(answer.body.data.message).toContain('our office will look into it')
    expect((await money.readJob(attacker.id)).status).toBe('cancelled')
    expect(await refundsAtProcessor('pi_victim')).toEqual([])
    expect((await money.tasks()).map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'cancel.payment-unknown',
      attacker.id,
    ])
    expect((await cancel({ jobId: victim.id })).body.data.refunded).toBe(true)
  })

  test("isn't refunded to someone who names a payment from another job's checkout", async () => {
    const victim = await money.job()
    const paymentId = await money.pay(victim.id)
    const attacker = await money.job({ paymentId, paymentStatus: 'charged' })
    expect((await cancel({ jobId: attacker.id, paymentId })).body.data.refunded).toBe(false)
    expect(await refundsAtProcessor(paymentId)).toEqual([])
  })

  /** A payment that exists only at the processor, with no job in its metadata. */
  const looseIntent = (id: string, amountCents: number) => {
    const now = money.clock.now()
    const amounts = { amountCents, capturedCents: amountCents, feeCents: 0 }
    return money.deps.store.write((tx) =>
      tx
        .insert(demoIntents)
        .values({ id, kind: 'payment', state: 'succeeded', ...amounts, createdAt: now, updatedAt: now }),
    )
  }

  test('without a job of its own is accepted if the amount matches and no other job claims it', async () => {
    await looseIntent('pi_loose', 19_999)
    const job = await money.job()
    const answer = await cancel({ jobId: job.id, paymentId: 'pi_loose', paymentStatus: 'charged' })
    expect(answer.body.data.refunded).toBe(true)
    expect(await money.deps.providers.payments.findPayment('pi_loose')).toMatchObject({ jobId: job.id })
  })

  test('without a job of its own is ignored if the amount differs or another job has named it', async () => {
    await looseIntent('pi_other_amount', 20_000)
    const one = await money.job()
    expect((await cancel({ jobId: one.id, paymentId: 'pi_other_amount' })).body.data.refunded).toBe(false)
    await looseIntent('pi_claimed', 19_999)
    await money.job({ paymentId: 'pi_claimed' })
    const two = await money.job()
    expect((await cancel({ jobId: two.id, paymentId: 'pi_claimed' })).body.data.refunded).toBe(false)
    expect(await refundsAtProcessor('pi_claimed')).toEqual([])
  })

  test("counts for nothing when the processor doesn't know it", async () => {
    const job = await money.job()
    const answer = await cancel({
      jobId: job.id,
      paymentId: 'pi_invented',
      paymentStatus: 'charged',
      amount: 199.99,
    })
    expect(answer.body.data.refunded).toBe(false)
  })

  test('is looked up automatically, so the money shows', async () => {
    const job = await money.job({ paymentId: 'pi_shows', paymentStatus: 'charged' })
    await money.cron()
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
  })
})

describe('a card on file', () => {
  test('is released', async () => {
    const job = await money.job({ paymentId: 'seti_own', paymentStatus: 'card_on_file' })
    const answer = await cancel({ jobId: job.id, paymentId: 'seti_own', paymentStatus: 'card_on_file' })
    expect(answer.body.data).toMatchObject({ refunded: false, setupIntentCancelled: true })
    expect((await money.deps.providers.payments.findPayment('seti_own'))?.status).toBe('cancelled')
    expect((await cancel({ jobId: job.id })).body.data.setupIntentCancelled).toBe(true)
  })

  test('belonging to someone else stays', async () => {
    await money.job({ paymentId: 'seti_victim', paymentStatus: 'card_on_file' })
    const attacker = await money.job()
    expect(
      (await cancel({ jobId: attacker.id, paymentId: 'seti_victim' })).body.data.setupIntentCancelled,
    ).toBe(false)
    expect((await money.deps.providers.payments.findPayment('seti_victim'))?.status).toBe('open')
  })

  test("that can't be released is a to-do for HQ", async () => {
    const job = await money.job({ paymentId: 'seti_stuck', paymentStatus: 'card_on_file' })
    money.break({
      cancelSetup: async () => {
        throw new PaymentRefused('wrong-state')
      },
    })
    expect((await cancel({ jobId: job.id })).body.data.setupIntentCancelled).toBe(false)
    money.mend()
    expect((await money.tasks()).map(({ kind, subject }) => [kind, subject])).toContainEqual([
      'cancel.card-kept',
      job.id,
    ])
  })
})
