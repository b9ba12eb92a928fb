import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoAccounts, demoTransfers } from '../../../db/schema'
import { upstreamTimeout } from '../../../src/lib/errors'
import { checkBooks } from '../../../src/modules/payments/books'
import { planTransfer } from '../../../src/modules/payouts/transfers'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import type { TransferOrder } from '../../../src/providers/payments/types'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.mend())
afterAll(() => money.close())

const dashboard = async (franchiseId: string) =>
  (await money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)).body.data
const startOnboarding = async (franchiseId: string): Promise<string> =>
  (await money.hq('POST', '/api/payments/connect/onboard', { franchiseId })).body.data.url
const onboard = async (franchiseId: string) => {
  await money.open('POST', new URL(await startOnboarding(franchiseId)).pathname, { raw: '' })
  await money.rest()
}
const resend = (id: string) => money.hq('POST', `/api/admin/transfers/${id}/resend`)
const todosAbout = async (subject: string) =>
  (await money.tasks()).filter((todo) => todo.subject === subject).map(({ kind }) => kind)
const atProcessor = (jobId: string) =>
  money.deps.store.read.select().from(demoTransfers).where(eq(demoTransfers.transferGroup, jobId))
async function paidJob(franchiseId: string) {
  const job = await money.job({ price: 100, franchiseId })
  return { job, paymentId: await money.pay(job.id) }
}
/** Answers every transfer with `answer` until the processor is mended, and records the orders. */
function breakTransfers(answer: (order: TransferOrder) => Promise<never>): TransferOrder[] {
  const orders: TransferOrder[] = []
  money.break({
    transfer(order) {
      orders.push(order)
      return answer(order)
    },
  })
  return orders
}
const refuse = (because: 'no-funds' | 'account-not-ready') => async () => {
  throw new PaymentRefused(because)
}
const timeOut = async () => {
  throw upstreamTimeout('The payment processor')
}

describe("a franchise's share of a payment", () => {
  test('goes to its account as soon as the payment arrives, and the dashboard shows it', async () => {
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    const { job, paymentId } = await paidJob(franchiseId)
    expect(await atProcessor(job.id)).toMatchObject([{ cents: 8_000, intentId: paymentId }])
    expect(await dashboard(franchiseId)).toMatchObject({
      transfers: [{ jobId: job.id, paymentId, amount: 80, state: 'done' }],
      totalPaid: 80,
      totalPending: 0,
      balance: 0,
    })
  })

  test('is one transfer, however often the payment is reported and the task runs', async () => {
    const franchiseId = await money.franchise({ share: 80, onboarded: true })
    const { job, paymentId } = await paidJob(franchiseId)
    const intent = { id: paymentId, amount: 10_000, amount_received: 10_000, metadata: { jobId: job.id } }
    for (let time = 0; time < 3; time++) {
      const { status } = await money.event('payment_intent.succeeded', intent)
      expect(status).toBe(200)
    }
    await Promise.all([money.cron(), money.cron(), money.cron()])
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 8_000 }])
    expect(await atProcessor(job.id)).toHaveLength(1)
  })

  test("is one transfer, even when it's planned again", async () => {
    const { job } = await paidJob(await money.franchise({ share: 80, onboarded: true }))
    const [payment] = await money.paymentsOf(job.id)
    const { store, clock } = money.deps
    await store.write((tx) => planTransfer(tx, clock.now(), payment!, { isWhole: true }))
    await money.cron()
    expect(await money.transfersOf(job.id)).toHaveLength(1)
    expect(await atProcessor(job.id)).toHaveLength(1)
  })

  test('waits for an account and goes out once the account is ready', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    const { job } = await paidJob(franchiseId)
    expect(await dashboard(franchiseId)).toMatchObject({ totalPaid: 0, totalPending: 80, balance: 80 })
    await startOnboarding(franchiseId)
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'pending', refusals: 0 }])
    await onboard(franchiseId)
    const { transfers, ...sums } = await dashboard(franchiseId)
    expect(sums).toEqual({ totalPaid: 80, totalPending: 0, balance: 0 })
    expect(transfers).toMatchObject([{ jobId: job.id, amount: 80, state: 'done' }])
    const listed = await money.hq('GET', `/api/admin/transfers?franchiseId=${franchiseId}&state=done`)
    expect(listed.body.data.items).toMatchObject(transfers)
  })

  test('uses the split in effect when the payment arrived, not when the transfer goes out', async () => {
    const franchiseId = await money.franchise({ share: 80 })
    const splits = `/api/admin/franchises/${franchiseId}/splits`
    const job = await money.job({ price: 100, franchiseId })
    money.clock.advance(60_000)
    await money.hq('POST', splits, { sharePercent: 50 })
    await money.pay(job.id)
    money.clock.advance(60_000)
    await money.hq('POST', splits, { sharePercent: 90 })
    await onboard(franchiseId)
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 5_000, state: 'done' }])
  })

  test('stays with HQ when the job has no known franchise', async () => {
    const job = await money.job({ franchiseId: 'never heard of' })
    await money.pay(job.id)
    expect(await money.transfersOf(job.id)).toEqual([])
    expect(await money.paymentsOf(job.id)).toMatchObject([{ franchiseId: null, franchiseCents: 0 }])
  })
})

describe('a share that waited for its account', () => {
  test('leaves out what was refunded meanwhile', async () => {
    const franchiseId = await money.franchise({ share: 50 })
    const { job } = await paidJob(franchiseId)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 40 })
    await onboard(franchiseId)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 3_000, reversedCents: 0 }])
    expect(await dashboard(franchiseId)).toMatchObject({ totalPaid: 30, totalPending: 0, balance: 0 })
  })

  test('is never sent when everything was refunded', async () => {
    const franchiseId = await money.franchise({ share: 50 })
    const { job } = await paidJob(franchiseId)
    await money.hq('POST', `/api/admin/jobs/${job.id}/refund`)
    await onboard(franchiseId)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'void', processorId: null }])
    expect(await atProcessor(job.id)).toEqual([])
  })

  test('is held back while a refund of its payment is open', async () => {
    const franchiseId = await money.franchise({ share: 50 })
    const { job } = await paidJob(franchiseId)
    money.break({ refund: timeOut })
    expect((await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: 40 })).status).toBe(504)
    await onboard(franchiseId)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'pending' }])
    money.mend()
    // The first run pays the refund, and the next one finds the share released.
    await money.cron()
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 3_000 }])
  })
})

describe('a transfer the processor refuses', () => {
  test('becomes a to-do, and HQ can send it again under a new key', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const first = breakTransfers(refuse('no-funds'))
    const { job } = await paidJob(franchiseId)
    const [refused] = await money.transfersOf(job.id)
    expect(refused).toMatchObject({ state: 'refused', refusal: 'no-funds' })
    expect(await todosAbout(refused!.id)).toEqual(['transfer.refused'])
    await money.cron()
    expect(first).toHaveLength(1)

    const again = breakTransfers(refuse('no-funds'))
    expect((await resend(refused!.id)).body.data).toMatchObject({ state: 'refused' })
    expect(await todosAbout(refused!.id)).toEqual(['transfer.refused'])
    money.mend()
    expect((await resend(refused!.id)).body.data).toMatchObject({ state: 'done', amount: 50 })
    expect(await todosAbout(refused!.id)).toEqual([])
    const [made] = await atProcessor(job.id)
    expect(new Set([first[0]?.key, again[0]?.key, made?.key]).size).toBe(3)
  })

  test("can be sent again only while it's refused", async () => {
    const { job } = await paidJob(await money.franchise({ share: 50, onboarded: true }))
    const [sent] = await money.transfersOf(job.id)
    const answer = await resend(sent!.id)
    expect([answer.status, answer.body.error]).toEqual([409, expect.stringContaining('is sent')])
    expect((await resend('unknown')).status).toBe(404)
    expect(await atProcessor(job.id)).toHaveLength(1)
  })

  test("waits without a to-do when only the account isn't ready, then goes out under a new key", async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const setPayouts = (payoutsEnabled: boolean) =>
      money.deps.store.write((tx) =>
        tx.update(demoAccounts).set({ payoutsEnabled }).where(eq(demoAccounts.franchiseId, franchiseId)),
      )
    await setPayouts(false)
    const { job } = await paidJob(franchiseId)
    const [waiting] = await money.transfersOf(job.id)
    expect(waiting).toMatchObject({ state: 'pending', refusals: 1, refusal: 'account-not-ready' })
    expect(await todosAbout(waiting!.id)).toEqual([])
    await setPayouts(true)
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 5_000 }])
    expect((await atProcessor(job.id)).map(({ key }) => key)).not.toEqual([waiting!.id])
  })
})

describe('a transfer with an unknown outcome', () => {
  test("is looked up before it's repeated, and found", async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const processor = money.deps.providers.payments
    const orders = breakTransfers(async (order) => {
      await processor.transfer(order)
      return timeOut()
    })
    const { job } = await paidJob(franchiseId)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'intended' }])
    await money.cron()
    expect(orders).toHaveLength(1)
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', attempts: 2 }])
    expect(await atProcessor(job.id)).toHaveLength(1)
  })

  test('is repeated under the same key when the processor never saw it', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const orders = breakTransfers(timeOut)
    const { job } = await paidJob(franchiseId)
    money.mend()
    await money.cron()
    expect(orders).toHaveLength(1)
    expect((await atProcessor(job.id)).map(({ key }) => key)).toEqual([orders[0]!.key])
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', cents: 5_000 }])
  })

  test("stays open while the processor can't say", async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    money.break({ transfer: timeOut, findTransfer: timeOut })
    const { job } = await paidJob(franchiseId)
    await money.cron()
    await money.cron()
    const [open] = await money.transfersOf(job.id)
    expect(open).toMatchObject({ state: 'intended', attempts: 3 })
    expect(await todosAbout(open!.id)).toEqual([])
    expect((await resend(open!.id)).status).toBe(409)
    money.mend()
    await money.cron()
    expect(await atProcessor(job.id)).toHaveLength(1)
  })
})

test('a franchise gets its share of each payment, and nothing from another franchise', async () => {
  const [north, south] = [
    await money.franchise({ share: 60, onboarded: true }),
    await money.franchise({ share: 40, onboarded: true }),
  ]
  await paidJob(north)
  await paidJob(south)
  await paidJob(north)
  expect([(await dashboard(north)).totalPaid, (await dashboard(south)).totalPaid]).toEqual([120, 40])
})

test('after all of this the books agree', async () => {
  expect(await checkBooks(money.deps.store.read)).toEqual([])
})
