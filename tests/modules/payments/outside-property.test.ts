import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { checkBooks } from '../../../src/modules/payments'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let franchiseId: string
beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise({ share: 63, tax: 8.81, onboarded: true })
})
afterAll(() => money.close())

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('record'),
      part: fc.integer({ min: 1, max: 130 }),
      held: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('card') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('undo'), which: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('refund'),
      which: fc.nat(5),
      part: fc.integer({ min: 1, max: 130 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('reprice'), price: fc.integer({ min: 30, max: 300 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('cancel') }) },
)
type Step = { do: string; part?: number; which?: number; price?: number; held?: boolean }

/** The service may refuse any step; what counts is that the money adds up after it. */
async function take(jobId: string, { do: action, part = 100, which = 0, price, held }: Step): Promise<void> {
  const path = `/api/admin/jobs/${jobId}`
  const job = await money.readJob(jobId)
  const payments = await money.paymentsOf(jobId)
  const chosen = payments[which % Math.max(1, payments.length)]
  const partOf = (cents: number) => Math.max(1, Math.round((cents * part) / 100)) / 100
  const due = Math.max(0, job.totalCents - job.paidCents)
  if (action === 'record') {
    const receivedBy = held ? 'franchise' : 'hq'
    await money.hq('POST', `${path}/payments`, { amount: partOf(due), method: 'check', receivedBy })
  }
  // Checkout has a least amount; a refusal there isn't part of this test.
  if (action === 'card' && due >= 2_500 && job.status !== 'cancelled') await money.pay(jobId)
  if (action === 'undo' && chosen)
    await money.hq('POST', `/api/admin/payments/${chosen.id}/undo`, { reason: 'x' })
  if (action === 'refund' && chosen)
    await money.hq('POST', `${path}/refund`, { paymentId: chosen.id, amount: partOf(chosen.capturedCents) })
  if (action === 'reprice') await money.hq('POST', `${path}/reprice`, { price })
  if (action === 'cancel') {
    await money.hq('POST', `${path}/cancel`)
    for (const { id, method } of await money.refundsOf(jobId))
      if (method !== null) await money.hq('POST', `/api/admin/refunds/${encodeURIComponent(id)}/given`)
  }
  await money.rest()
}

async function assertAddsUp(jobId: string): Promise<void> {
  const job = await money.readJob(jobId)
  const { paid, balance, total } = (await money.hq('GET', `/api/admin/jobs/${jobId}/refund`)).body.data
  if (job.status !== 'cancelled') expect(Math.round((paid + balance) * 100)).toBe(Math.round(total * 100))
  else expect(balance).toBe(0)
  const refunds = (await money.refundsOf(jobId)).filter(({ state }) => state !== 'refused')
  for (const payment of await money.paymentsOf(jobId)) {
    const back = refunds.filter(({ paymentId }) => paymentId === payment.id)
    expect(back.reduce((sum, { cents }) => sum + cents, 0)).toBeLessThanOrEqual(payment.capturedCents)
  }
  expect(await checkBooks(money.deps.store.read)).toEqual([])
}

test('whatever is paid, undone, refunded, repriced and canceled, paid and due make the total and the books agree', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 2, maxLength: 7 }),
      fc.boolean(),
      async (steps, isFranchised) => {
        const job = await money.job({ price: 120.37, ...(isFranchised ? { franchiseId } : {}) })
        for (const one of steps) {
          await take(job.id, one)
          await assertAddsUp(job.id)
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
