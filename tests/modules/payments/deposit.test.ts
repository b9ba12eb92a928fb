import { afterAll, beforeAll, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { hour } from '../../../src/lib/clock'
import { bookingPathOf } from '../../../src/tokens/booking-link'
import { checkBooks } from '../../../src/modules/payments'
import { expectStatus } from '../../support/admin'
import { startMoneyTest, type MoneyTest } from '../../support/money'

let money: MoneyTest
let franchiseId: string
beforeAll(async () => {
  money = await startMoneyTest()
  franchiseId = await money.franchise({ share: 63, tax: 8.81, onboarded: true })
})
afterAll(() => money.close())

const rules = async (values: Record<string, unknown>) =>
  expectStatus(await money.hq('PATCH', '/api/admin/settings/booking', { values }), 200)

const donePath = (jobId: string) => bookingPathOf(money.deps, { jobId, series: 0 })

/** Pays on the page of the booking, as its button does. Returns where the customer comes back to. */
async function payOnPage(jobId: string, query = ''): Promise<string> {
  const leave = await money.open('GET', `${donePath(jobId).replace('/done/', '/pay/')}${query}`)
  expect(leave.status).toBe(303)
  const paid = await money.open('POST', new URL(leave.headers.get('location')!).pathname, {
    raw: new URLSearchParams({ card: '4242424242424242' }),
  })
  await money.rest()
  const back = new URL(paid.headers.get('location')!)
  return `${back.pathname}${back.search}`
}

const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ')

test('a deposit is paid first, and everything shows it and the balance due', async () => {
  await rules({ deposit: 'fixed', depositCents: 5_000 })
  const job = await money.job({ price: 199 })
  const page = textOf((await money.open('GET', donePath(job.id))).text)
  expect(page).toContain('Pay $50.00 deposit')
  expect(page).toContain('Pay $199.00 in full')
  const back = await payOnPage(job.id)

  expect(await money.readJob(job.id)).toMatchObject({ paidCents: 5_000, paymentState: 'unpaid' })
  const done = textOf((await money.open('GET', back)).text)
  expect(done).toContain(
    'We received your $50.00 deposit. Thank you! $149.00 is due on the day of your visit.',
  )
  expect(done).toContain('Deposit paid $50.00')
  expect(done).toContain('Balance due $149.00')
  expect(done).toContain('Pay $149.00 now')
  expect(done).not.toContain('haven’t received')
  const spanish = textOf((await money.open('GET', `${back}&lang=es`)).text)
  expect(spanish).toContain('Recibimos su depósito de $50.00. ¡Gracias! El día de su visita paga $149.00.')
  expect(spanish).toContain('Depósito pagado $50.00')
  const token = await money.deps.tokens.proof.issue('jordan@example.com')
  const [shown] = (await money.open('GET', '/api/account', { token })).body.data.jobs
  expect(shown).toMatchObject({ paid: 50, balance: 149, isDepositPaid: true, deposit: 0, depositPath: null })
  const { items } = (await money.hq('GET', '/api/admin/outbox')).body.data
  const receipt = items.find(({ template }: { template: string }) => template === 'receipt')
  const mail = (await money.hq('GET', `/api/admin/outbox/${receipt.id}`)).text
  expect(mail).toMatch(/deposit of \$50\.00[\s\S]*Deposit paid[\s\S]*Balance due[\s\S]*\$149\.00/)

  // The rest by the usual checkout, for exactly the balance.
  await money.pay(job.id)
  expect(await money.readJob(job.id)).toMatchObject({ paidCents: 19_900, paymentState: 'paid' })
  expect(await checkBooks(money.deps.store.read)).toEqual([])
})

test('the API charges the whole balance, as it always did', async () => {
  await rules({ deposit: 'percent', depositPercent: 25 })
  const job = await money.job({ price: 200 })
  const asked = (amount: number) =>
    money.open('POST', '/api/payments/checkout', { body: { amount, jobId: job.id } })
  expectStatus(await asked(5_000), 409)
  expectStatus(await asked(20_000), 200)
  await money.pay(job.id)
  expect(await money.readJob(job.id)).toMatchObject({ paidCents: 20_000, paymentState: 'paid' })
})

test('a deposit is never more than the total, and the whole can be paid at once', async () => {
  await rules({ deposit: 'fixed', depositCents: 50_000 })
  const small = await money.job({ price: 60 })
  await payOnPage(small.id)
  expect(await money.readJob(small.id)).toMatchObject({ paidCents: 6_000, paymentState: 'paid' })
  const large = await money.job({ price: 900 })
  await payOnPage(large.id, '?amount=all')
  expect(await money.readJob(large.id)).toMatchObject({ paidCents: 90_000, paymentState: 'paid' })
})

test('a visitor who comes back without paying the deposit is told so', async () => {
  await rules({ deposit: 'fixed', depositCents: 5_000 })
  const job = await money.job({ price: 199 })
  const page = textOf((await money.open('GET', `${donePath(job.id)}?look=1&due=19900`)).text)
  expect(page).toContain('We haven’t received a payment yet')
})

test('a job that HQ books asks for no deposit', async () => {
  await rules({ deposit: 'fixed', depositCents: 5_000 })
  const made = await money.hq('POST', '/api/admin/jobs', {
    customerName: 'Sam',
    address: '1 Main St',
    type: 'Gutter cleaning',
    price: 199,
  })
  const { bookingRules } = await money.readJob(expectStatus(made, 201).body.data.job.id)
  expect(bookingRules).toBe(null)
})

const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('deposit') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('rest') }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cash'), part: fc.integer({ min: 1, max: 100 }) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('refund'), part: fc.integer({ min: 1, max: 100 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('reprice'), part: fc.integer({ min: 30, max: 300 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('cancel'), part: fc.integer({ min: 0, max: 1 }) }) },
)

/** The service may refuse any step; what counts is that the money adds up after it. */
async function take(jobId: string, { do: action, part = 100 }: { do: string; part?: number }): Promise<void> {
  const path = `/api/admin/jobs/${jobId}`
  const { status, totalCents, paidCents } = await money.readJob(jobId)
  const due = status === 'cancelled' ? 0 : totalCents - paidCents
  if (action === 'deposit' && due >= 2_500) await payOnPage(jobId)
  if (action === 'rest' && due >= 2_500) await money.pay(jobId)
  if (action === 'cash')
    await money.hq('POST', `${path}/payments`, {
      amount: Math.max(1, Math.round((due * part) / 100)) / 100,
      method: 'cash',
    })
  const [first] = await money.paymentsOf(jobId)
  if (action === 'refund' && first)
    await money.hq('POST', `${path}/refund`, {
      paymentId: first.id,
      amount: Math.max(1, Math.round((first.capturedCents * part) / 100)) / 100,
    })
  if (action === 'reprice') await money.hq('POST', `${path}/reprice`, { price: part })
  if (action === 'cancel') {
    if (part === 0) await money.open('POST', '/api/customer/cancel', { body: { jobId } })
    else await money.hq('POST', `${path}/cancel`, { keepFee: true })
    for (const { id, method } of await money.refundsOf(jobId))
      if (method !== null) await money.hq('POST', `/api/admin/refunds/${encodeURIComponent(id)}/given`)
  }
  await money.rest()
}

async function assertAddsUp(jobId: string): Promise<void> {
  const job = await money.readJob(jobId)
  const payments = await money.paymentsOf(jobId)
  const refunds = (await money.refundsOf(jobId)).filter(({ state }) => state !== 'refused')
  const { fee, captured, refunded, balance } = (await money.hq('GET', `/api/admin/jobs/${jobId}/refund`)).body
    .data
  for (const { id, capturedCents, keptCents } of payments) {
    const back = refunds
      .filter(({ paymentId }) => paymentId === id)
      .reduce((sum, { cents }) => sum + cents, 0)
    expect(back).toBeLessThanOrEqual(capturedCents)
    // A canceled job keeps its fee and nothing else, unless HQ gave more back.
    if (job.status === 'cancelled') expect(capturedCents - back).toBeLessThanOrEqual(keptCents)
  }
  if (job.status === 'cancelled') expect(captured - refunded).toBeCloseTo(fee, 5)
  else expect(Math.round(balance * 100)).toBe(job.totalCents - job.paidCents)
  expect(await checkBooks(money.deps.store.read)).toEqual([])
}

test('for any price, deposit, fee, later payments and refunds, the books agree to the cent', async () => {
  const portion = fc.oneof(
    fc.record({ kind: fc.constant('fixed'), value: fc.integer({ min: 100, max: 40_000 }) }),
    fc.record({ kind: fc.constant('percent'), value: fc.integer({ min: 1, max: 100 }) }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2_500, max: 60_000 }),
      portion,
      portion,
      fc.boolean(),
      fc.array(step, { minLength: 2, maxLength: 5 }),
      async (priceCents, deposit, fee, isFranchised, steps) => {
        await rules({
          deposit: deposit.kind,
          [deposit.kind === 'fixed' ? 'depositCents' : 'depositPercent']: deposit.value,
          lateCancel: `${fee.kind}_fee`,
          [fee.kind === 'fixed' ? 'feeCents' : 'feePercent']: fee.value,
        })
        const { id } = await money.job({ price: priceCents / 100, ...(isFranchised ? { franchiseId } : {}) })
        const start = money.clock.now() + hour
        await money.deps.store.write((tx) =>
          tx
            .update(jobs)
            .set({
              status: 'scheduled',
              scheduledStart: start,
              scheduledEnd: start + hour,
              busyUntil: start + hour,
            })
            .where(eq(jobs.id, id)),
        )
        for (const one of steps) {
          await take(id, one)
          await assertAddsUp(id)
        }
      },
    ),
    { numRuns: 12, endOnFailure: true },
  )
})
