import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { demoReversals, transferReversals, transfers } from '../../../db/schema'
import { upstreamTimeout } from '../../../src/lib/errors'
import { balanceOf } from '../../../src/modules/ledger/transactions'
import { checkBooks } from '../../../src/modules/payments/books'
import { PaymentRefused } from '../../../src/providers/payments/refused'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
beforeAll(async () => {
  money = await startMoneyTest()
})
afterEach(() => money.mend())
afterAll(() => money.close())

const refund = async (jobId: string, amount?: number) => {
  const answer = await money.hq(
    'POST',
    `/api/admin/jobs/${jobId}/refund`,
    amount === undefined ? {} : { amount },
  )
  await money.rest()
  return answer
}
/** A $100 job whose franchise already has its share. */
async function sentShare({ share = 50, tax = 0, price = 100 } = {}) {
  const franchiseId = await money.franchise({ share, tax, onboarded: true })
  const job = await money.job({ price, franchiseId })
  await money.pay(job.id)
  const [transfer] = await money.transfersOf(job.id)
  expect(transfer?.state).toBe('done')
  return { franchiseId, job, transfer: transfer! }
}
const owed = (franchiseId: string) =>
  Promise.all(
    (['franchise_payable', 'franchise_receivable'] as const).map((account) =>
      balanceOf(money.deps.store.read, account, franchiseId),
    ),
  )
const reversalsOf = (transferId: string) =>
  money.deps.store.read.select().from(transferReversals).where(eq(transferReversals.transferId, transferId))
const atProcessor = ({ processorId }: { processorId: string | null }) =>
  money.deps.store.read
    .select()
    .from(demoReversals)
    .where(eq(demoReversals.transferId, processorId ?? ''))
const todosAbout = async (subject: string) =>
  (await money.tasks()).filter((todo) => todo.subject === subject).map(({ kind }) => kind)
const timeOut = async () => {
  throw upstreamTimeout('The payment processor')
}

describe("the franchise's part of a refund", () => {
  test('is reversed in proportion to the refund', async () => {
    const { job, transfer, franchiseId } = await sentShare({ share: 80 })
    await refund(job.id, 25)
    expect(await atProcessor(transfer)).toMatchObject([{ cents: 2_000 }])
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 8_000, reversedCents: 2_000 }])
    const { body } = await money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)
    expect(body.data).toMatchObject({ totalPaid: 60, totalPending: 0, balance: 0 })
  })

  test('adds up to the whole share, to the cent, over a series of refunds', async () => {
    const { job, transfer, franchiseId } = await sentShare({ share: 33.33, tax: 8.81, price: 99.97 })
    expect(transfer.cents).toBe(3_332)
    for (const amount of [0.01, 33.33, 17.2]) await refund(job.id, amount)
    await refund(job.id)
    expect(await money.transfersOf(job.id)).toMatchObject([{ cents: 3_332, reversedCents: 3_332 }])
    expect(await owed(franchiseId)).toEqual([0, 0])
  })

  test('is reversed once, however often the refund is reported and the task runs', async () => {
    const { job, transfer } = await sentShare()
    await refund(job.id, 40)
    const [{ id: payment } = { id: '' }] = await money.paymentsOf(job.id)
    const charge = { id: `ch_${payment}`, payment_intent: payment, amount_refunded: 4_000 }
    for (let time = 0; time < 2; time++)
      expect((await money.event('charge.refunded', charge)).status).toBe(200)
    await Promise.all([money.cron(), money.cron()])
    expect(await atProcessor(transfer)).toMatchObject([{ cents: 2_000 }])
    expect(await money.transfersOf(job.id)).toMatchObject([{ reversedCents: 2_000 }])
  })
})

describe('a reversal with an unknown outcome', () => {
  test("is looked up before it's repeated, and found", async () => {
    const { job, transfer } = await sentShare()
    const processor = money.deps.providers.payments
    let calls = 0
    money.break({
      async reverseTransfer(order) {
        calls++
        await processor.reverseTransfer(order)
        return timeOut()
      },
      // The answer is lost, and so is its event.
      listReversals: timeOut,
    })
    await refund(job.id, 40)
    money.break({
      listReversals: processor.listReversals.bind(processor),
      reverseTransfer(order) {
        calls++
        return processor.reverseTransfer(order)
      },
    })
    await money.cron()
    expect(calls).toBe(1)
    expect(await reversalsOf(transfer.id)).toMatchObject([{ state: 'done', cents: 2_000 }])
    expect(await atProcessor(transfer)).toHaveLength(1)
  })

  test('is repeated when the processor never saw it', async () => {
    const { job, transfer, franchiseId } = await sentShare()
    money.break({ reverseTransfer: timeOut })
    expect((await refund(job.id)).body.data.refund.state).toBe('done')
    expect(await reversalsOf(transfer.id)).toMatchObject([{ state: 'intended' }])
    money.mend()
    await money.cron()
    expect(await atProcessor(transfer)).toMatchObject([{ cents: 5_000 }])
    expect(await owed(franchiseId)).toEqual([0, 0])
  })
})

describe("a reversal that can't be made", () => {
  test('becomes a receivable from the franchise and a to-do for HQ', async () => {
    const { job, transfer, franchiseId } = await sentShare()
    await money.deps.providers.demoPayments!.payOutAccount(transfer.accountId!)
    await refund(job.id)
    const [lost] = await reversalsOf(transfer.id)
    expect(lost).toMatchObject({ state: 'receivable', cents: 5_000, refusal: 'no-funds' })
    expect(await owed(franchiseId)).toEqual([0, 5_000])
    expect(await todosAbout(lost!.id)).toEqual(['transfer.receivable'])
    const { body } = await money.hq('GET', `/api/payments/connect/dashboard?franchiseId=${franchiseId}`)
    expect(body.data).toMatchObject({ totalPaid: 50, totalPending: 0, balance: -50 })
  })

  test("isn't retried, and the customer still gets the refund", async () => {
    const { job, transfer, franchiseId } = await sentShare()
    let calls = 0
    money.break({
      reverseTransfer: async () => {
        calls++
        throw new PaymentRefused('no-funds')
      },
    })
    expect((await refund(job.id, 40)).body.data.refund).toMatchObject({ amount: 40, state: 'done' })
    money.mend()
    await money.cron()
    expect(calls).toBe(1)
    expect(await atProcessor(transfer)).toEqual([])
    expect(await owed(franchiseId)).toEqual([0, 2_000])
  })
})

describe('a transfer reversed at the processor by hand', () => {
  test('is booked with a to-do, and a refund takes nothing more', async () => {
    const { job, transfer, franchiseId } = await sentShare()
    await money.deps.providers.payments.reverseTransfer({
      transferId: transfer.processorId!,
      cents: 5_000,
      key: 'hand',
    })
    await money.rest()
    expect(await money.transfersOf(job.id)).toMatchObject([{ reversedCents: 5_000 }])
    expect(await todosAbout(transfer.id)).toEqual(['transfer.reversed-by-hand'])
    await refund(job.id)
    expect(await money.transfersOf(job.id)).toMatchObject([{ reversedCents: 5_000 }])
    expect(await reversalsOf(transfer.id)).toMatchObject([{ state: 'done', refundId: null }])
    expect(await owed(franchiseId)).toEqual([0, 0])
  })
})

describe('a refund while the transfer is still open', () => {
  test('reverses its part once the transfer turns out to be sent', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    const processor = money.deps.providers.payments
    money.break({
      async transfer(order) {
        await processor.transfer(order)
        return timeOut()
      },
      findTransfer: timeOut,
    })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    await refund(job.id, 40)
    const [open] = await money.transfersOf(job.id)
    expect(open).toMatchObject({ state: 'intended', reversedCents: 0 })
    expect(await reversalsOf(open!.id)).toMatchObject([{ state: 'intended', cents: 2_000 }])
    money.mend()
    await money.cron()
    expect(await money.transfersOf(job.id)).toMatchObject([{ state: 'done', reversedCents: 2_000 }])
    expect(await owed(franchiseId)).toEqual([0, 0])
  })

  test('reverses nothing when the transfer is refused, and the resent one is smaller', async () => {
    const franchiseId = await money.franchise({ share: 50, onboarded: true })
    money.break({ transfer: timeOut })
    const job = await money.job({ price: 100, franchiseId })
    await money.pay(job.id)
    await refund(job.id, 40)
    money.break({
      transfer: async () => {
        throw new PaymentRefused('no-funds')
      },
    })
    await money.cron()
    const [refused] = await money.transfersOf(job.id)
    expect(refused?.state).toBe('refused')
    expect(await reversalsOf(refused!.id)).toMatchObject([{ state: 'void' }])
    money.mend()
    const sent = await money.hq('POST', `/api/admin/transfers/${refused!.id}/resend`)
    expect(sent.body.data).toMatchObject({ state: 'done', amount: 30, reversed: 0 })
    expect(await owed(franchiseId)).toEqual([0, 0])
  })
})

test('after all of this the books agree', async () => {
  expect(await checkBooks(money.deps.store.read)).toEqual([])
})

test('the books name a transfer whose rows and bookings differ', async () => {
  const { job, transfer } = await sentShare({ share: 80 })
  await refund(job.id, 25)
  await money.deps.store.write((tx) =>
    tx.update(transfers).set({ reversedCents: 2_100 }).where(eq(transfers.id, transfer.id)),
  )
  expect(await checkBooks(money.deps.store.read)).toEqual([
    { about: `transfer:${transfer.id}`, problem: 'has $59.00 sent, but $60.00 on record' },
  ])
})
