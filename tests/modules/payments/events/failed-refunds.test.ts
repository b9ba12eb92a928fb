import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as fc from 'fast-check'
import { demoRefunds, invoices, ledgerTransactions, transferReversals } from '../../../../db/schema'
import { franchiseDue, sharesOfPayment } from '../../../../src/modules/ledger'
import { checkBooks } from '../../../../src/modules/payments'
import { upstreamTimeout } from '../../../../src/lib/errors'
import { testServer } from '../../../support/store'
import { expectStatus } from '../../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../../support/money'

let money: MoneyTest
let franchiseId: string
beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise({ share: 73, tax: 8, onboarded: true })
})
afterAll(() => money.close())

const books = () => checkBooks(money.deps.store.read)
const demo = () => money.deps.providers.demoPayments!
const todosAbout = async (ids: string[]) =>
  (await money.tasks()).filter(({ kind, subject }) => kind === 'refund.failed' && ids.includes(subject))
const notesOf = (jobId: string) =>
  money.deps.store.read.select().from(invoices).where(eq(invoices.jobId, jobId))

async function paidJob(booking: Record<string, unknown> = {}) {
  const job = await money.job({ price: 100, franchiseId, ...booking })
  return { job, paymentId: await money.pay(job.id) }
}

async function refund(jobId: string, amount?: number): Promise<{ id: string; refundId: string }> {
  const body = { ...(amount === undefined ? {} : { amount }), tellCustomer: false }
  const answer = await money.hq('POST', `/api/admin/jobs/${jobId}/refund`, body)
  await money.rest()
  return expectStatus(answer, 201).body.data.refund
}

async function returned(refundId: string) {
  await demo().failRefund(refundId)
  await money.rest()
}

/** The franchise's share of a payment, as it is and as it should be. */
async function share(jobId: string) {
  const [payment] = (await money.paymentsOf(jobId)).filter(({ pays }) => pays)
  const sent = (await money.transfersOf(jobId)).filter(({ state }) => state === 'done')
  return {
    has: sent.reduce((sum, { cents, reversedCents }) => sum + cents - reversedCents, 0),
    due: franchiseDue(sharesOfPayment(payment!), payment!.refundedCents),
  }
}

/** The refund as the processor's event shows it. */
async function eventOf(refundId: string, changes: Record<string, unknown> = {}) {
  const [row] = await money.deps.store.read.select().from(demoRefunds).where(eq(demoRefunds.id, refundId))
  const { id, intentId, cents, key, failed } = row!
  const status = failed ? 'failed' : 'succeeded'
  return { id, payment_intent: intentId, amount: cents, status, metadata: { key }, ...changes }
}

describe('a refund that the bank returns days later', () => {
  test('counts as not made: the job is paid again, the franchise has its share, and HQ knows what to do', async () => {
    const { job } = await paidJob()
    const { has } = await share(job.id)
    const { id, refundId } = await refund(job.id)
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    expect((await share(job.id)).has).toBe(0)
    money.clock.advance(3 * 86_400_000)
    await returned(refundId)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await share(job.id)).toEqual({ has, due: has })
    expect(await money.refundsOf(job.id)).toMatchObject([
      { state: 'refused', refusal: 'failed-later', failedAt: money.clock.now() },
    ])
    expect(await todosAbout([id])).toMatchObject([
      {
        title: "Refund of $108.00 didn't reach Jordan Rivera",
        detail: expect.stringContaining('the card has expired or was canceled'),
      },
    ])
    expect(await books()).toEqual([])
    const again = await refund(job.id)
    expect(again.id).not.toBe(id)
    expect((await money.readJob(job.id)).paymentState).toBe('refunded')
    expect(await share(job.id)).toEqual({ has: 0, due: 0 })
    expect(await books()).toEqual([])
  })

  test('voids its credit note, and the next refund gets a note of its own', async () => {
    const { job } = await paidJob()
    const [draft] = await notesOf(job.id)
    const sent = await money.hq('POST', '/api/invoices/send', { invoiceId: draft!.id, method: 'email' })
    expectStatus(sent, 200)
    const { refundId } = await refund(job.id, 40)
    const credited = async () =>
      (await notesOf(job.id))
        .filter(({ kind }) => kind === 'credit_note')
        .map(({ status, totalCents }) => [status, totalCents])
    expect(await credited()).toEqual([['sent', 4_000]])
    await returned(refundId)
    expect(await credited()).toEqual([['void', 4_000]])
    const shown = await money.hq('GET', `/api/admin/invoices/${draft!.id}`)
    expect(shown.body.data.invoiceData).toMatchObject({ refundedCents: 0, balanceCents: 0 })
    await refund(job.id, 25)
    expect((await credited()).toSorted()).toEqual([
      ['sent', 2_500],
      ['void', 4_000],
    ])
  })

  test('brings back an invoice that was voided because everything was refunded', async () => {
    const { job } = await paidJob()
    const { refundId } = await refund(job.id)
    expect((await notesOf(job.id)).map(({ status }) => status)).toEqual(['void'])
    await returned(refundId)
    expect((await notesOf(job.id)).map(({ status, paidAt }) => [status, paidAt !== null])).toEqual([
      ['void', true],
      ['draft', true],
    ])
  })

  test('keeps a share that could not be taken back with the franchise, which owes nothing anymore', async () => {
    const { job } = await paidJob()
    const account = (await money.transfersOf(job.id))[0]?.accountId ?? ''
    await demo().payOutAccount(account)
    const { refundId } = await refund(job.id)
    const owing = async () => (await money.tasks()).some(({ kind }) => kind === 'transfer.receivable')
    expect(await owing()).toBe(true)
    await returned(refundId)
    expect(await owing()).toBe(false)
    const { has, due } = await share(job.id)
    expect(has).toBe(due)
    const balance = await money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)
    expect(balance.body.data).toMatchObject({ balance: 0, totalPending: 0 })
    expect(await books()).toEqual([])
  })

  test('waits for a reversal without an answer, and then sends the share again', async () => {
    const { job } = await paidJob()
    const whole = money.deps.providers.payments
    money.break({
      async reverseTransfer(order) {
        await whole.reverseTransfer(order)
        throw upstreamTimeout('The payment processor')
      },
      listReversals: async () => {
        throw upstreamTimeout('The payment processor')
      },
    })
    const { refundId } = await refund(job.id)
    await returned(refundId)
    expect(await money.transfersOf(job.id)).toHaveLength(1)
    money.mend()
    await money.cron()
    await money.cron()
    const { has, due } = await share(job.id)
    expect(has).toBe(due)
    expect(await money.transfersOf(job.id)).toMatchObject([
      { restores: null },
      { restores: expect.stringMatching(/^reversal:/) },
    ])
    expect(await books()).toEqual([])
  })

  test('waits with the share until a franchise without an account can be paid', async () => {
    const later = await money.franchise({ share: 80 })
    const { job } = await paidJob({ franchiseId: later })
    const { refundId } = await refund(job.id)
    const link = await money.hq('POST', '/api/payments/connect/onboard', { franchiseId: later })
    await money.open('POST', new URL(link.body.data.url as string).pathname, { raw: '' })
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'void', cents: 0 }])
    await returned(refundId)
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 8_000 }])
    expect(await books()).toEqual([])
  })

  test('is noticed from a signed event alone, even without our key in it', async () => {
    const { job } = await paidJob()
    const { id, refundId } = await refund(job.id, 30)
    expect(
      (await money.event('refund.failed', await eventOf(refundId, { status: 'failed', metadata: {} })))
        .status,
    ).toBe(200)
    expect((await money.readJob(job.id)).paymentState).toBe('paid')
    expect(await todosAbout([id])).toHaveLength(1)
    expect((await refund(job.id, 108)).id).not.toBe(id)
  })

  test('leaves the earlier answer to a cancellation as it was', async () => {
    const { job } = await paidJob()
    const cancel = () => money.open('POST', '/api/customer/cancel', { body: { jobId: job.id } })
    const first = await cancel()
    await money.rest()
    await returned(first.body.data.refundId)
    expect(await money.readJob(job.id)).toMatchObject({ status: 'cancelled', paymentState: 'paid' })
    expect((await cancel()).body).toEqual(first.body)
  })
})

test('a pending refund that arrives later is only noted', async () => {
  const { job } = await paidJob()
  const whole = money.deps.providers.payments
  money.break({ refund: async (order) => ({ ...(await whole.refund(order)), status: 'pending' }) })
  const { refundId } = await refund(job.id, 20)
  money.mend()
  const seen = async () => (await money.hq('GET', `/api/admin/jobs/${job.id}/refund`)).body.data.refunds[0]
  expect(await seen()).toMatchObject({ state: 'done', pending: true, failedAt: null })
  const count = async () => (await money.deps.store.read.select().from(ledgerTransactions)).length
  const booked = await count()
  await money.event('refund.updated', await eventOf(refundId))
  await money.event('charge.refund.updated', await eventOf(refundId))
  expect(await seen()).toMatchObject({ state: 'done', pending: false })
  expect(await count()).toBe(booked)
})

test('whatever fails, and in whatever order and however often its events arrive, everything adds up', async () => {
  const refundsMade = fc.array(fc.record({ dollars: fc.integer({ min: 1, max: 26 }), fails: fc.boolean() }), {
    minLength: 1,
    maxLength: 4,
  })
  const types = [
    'refund.created',
    'refund.updated',
    'refund.failed',
    'charge.refund.updated',
    'charge.refunded',
  ]
  const seed = fc.infiniteStream(fc.nat())
  await fc.assert(
    fc.asyncProperty(refundsMade, seed, async (wanted, random) => {
      const next = () => random.next().value as number
      const { job, paymentId } = await paidJob()
      const made: { id: string; refundId: string; fails: boolean; cents: number }[] = []
      for (const { dollars, fails } of wanted)
        made.push({
          ...(await refund(job.id, dollars + made.length / 100)),
          fails,
          cents: dollars * 100 + made.length,
        })
      const early = await Promise.all(made.map(({ refundId }) => eventOf(refundId)))
      const failing = made.filter(({ fails }) => fails)
      const deliveries = [...made, ...failing, ...failing]
        .flatMap((one, place) =>
          types.map((type) => ({ one, type, isOld: place < made.length && next() % 2 === 0 })),
        )
        .map((delivery) => ({ delivery, at: next() }))
        .toSorted((a, b) => a.at - b.at)
        .slice(0, 12)
      for (const { delivery } of deliveries) {
        const { one, type, isOld } = delivery
        const old = early[made.indexOf(one)]!
        const now = one.fails && !isOld ? { ...old, status: 'failed' } : old
        const object =
          type === 'charge.refunded' ? { payment_intent: paymentId, amount_refunded: 10_800 } : now
        if (type !== 'refund.failed' || one.fails)
          await money.event(type, type === 'refund.failed' ? { ...old, status: 'failed' } : object)
        expect(await books()).toEqual([])
      }
      for (const { refundId } of failing)
        await money.event('refund.failed', await eventOf(refundId, { status: 'failed' }))
      const kept = made.filter(({ fails }) => !fails).reduce((sum, { cents }) => sum + cents, 0)
      const [payment] = await money.paymentsOf(job.id)
      expect(payment?.refundedCents).toBe(kept)
      expect((await money.readJob(job.id)).paymentState).toBe(kept === 0 ? 'paid' : 'partly_refunded')
      const { has, due } = await share(job.id)
      expect(has).toBe(due)
      expect(await todosAbout(made.map(({ id }) => id))).toHaveLength(failing.length)
      expect(await books()).toEqual([])
      const open = await money.deps.store.read
        .select()
        .from(transferReversals)
        .where(eq(transferReversals.state, 'intended'))
      expect(open).toEqual([])
    }),
    // Each question to a server goes through a socket, so fewer have to do.
    { numRuns: testServer ? 2 : 8 },
  )
})
