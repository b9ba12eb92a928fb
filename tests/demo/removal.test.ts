import { afterEach, beforeAll, beforeEach, expect, test } from 'bun:test'
import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import { franchises, invoices, jobs, payments } from '../../db/schema'
import { removeDemo } from '../../db/unseed'
import { reseed } from '../../src/demo'
import { day } from '../../src/lib/clock'
import { checkLedger } from '../../src/modules/ledger/check'
import { balanceOf } from '../../src/modules/ledger/transactions'
import { startDemo } from '../support/demo'
import { startMoneyTest, type MoneyTest } from '../support/money'
import { countRows, population } from './rows'

let world: MoneyTest
/** The rows of a store without the demo company, by table. */
let before: Record<string, number>
beforeAll(async () => {
  const empty = await startMoneyTest()
  before = await population(empty.deps.store.read)
  await empty.close()
})
beforeEach(async () => {
  world = await startDemo()
})
afterEach(() => world.close())

const read = () => world.deps.store.read
const count = (table: string, where?: string) => countRows(read(), table, where)

test('removing it leaves no money behind', async () => {
  await removeDemo(world.deps.store)
  expect(await population(read())).toEqual(before)
  expect(await checkLedger(read())).toEqual([])
  expect(await read().all(sql`SELECT 1 FROM pragma_foreign_key_check`)).toEqual([])
})

test('removing it also removes payments, disputes and refunds made by hand in between', async () => {
  const unpaid = await read()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.paymentState, 'unpaid'), eq(jobs.status, 'scheduled')))
    .limit(3)
  const [paid, disputed, declined] = unpaid.map(({ id }) => id)
  await world.pay(paid!)
  await world.hq('POST', `/api/admin/jobs/${paid}/refund`, { amount: 10 })
  await world.pay(disputed!, '4000000000000259')
  await world.pay(declined!, '4000000000000002')
  await world.rest()
  expect((await world.readJob(paid!)).paymentState).toBe('partly_refunded')
  expect(await count('demo_keys')).toBeGreaterThan(0)
  expect(await count('demo_events')).toBeGreaterThan(0)
  expect(await count('webhook_events')).toBeGreaterThan(0)
  await removeDemo(world.deps.store)
  expect(await population(read())).toEqual(before)
  expect(await checkLedger(read())).toEqual([])
})

test("a customer's payment for their own job stays to the cent", async () => {
  await world.close()
  world = await startMoneyTest()
  const own = await world.job()
  await world.pay(own.id)
  const withOwn = await population(read())
  const cash = await balanceOf(read(), 'processor_cash')
  await reseed(world.deps)
  expect(await balanceOf(read(), 'processor_cash')).toBeGreaterThan(cash)
  await removeDemo(world.deps.store)
  expect(await population(read())).toEqual(withOwn)
  expect(await balanceOf(read(), 'processor_cash')).toBe(cash)
})

test('a demo job paid through a real processor stays, with its money', async () => {
  const [job] = await read().select().from(jobs).where(eq(jobs.status, 'pending')).limit(1)
  // A real processor knows its own payments and ignores our tables.
  world.break({ adoptEventPayment: async () => {} })
  await world.event('payment_intent.succeeded', {
    id: 'pi_real_1',
    object: 'payment_intent',
    amount: job!.totalCents,
    amount_received: job!.totalCents,
    currency: 'usd',
    status: 'succeeded',
    metadata: { jobId: job!.id },
  })
  world.mend()
  expect((await world.readJob(job!.id)).paymentState).toBe('paid')
  const booked = await count('ledger_transactions', `job_id = '${job!.id}'`)
  await removeDemo(world.deps.store)
  expect(await read().select({ id: jobs.id }).from(jobs)).toEqual([{ id: job!.id }])
  expect(await read().select({ id: payments.id }).from(payments)).toEqual([{ id: 'pi_real_1' }])
  expect(await count('ledger_transactions')).toBe(booked)
  expect(await balanceOf(read(), 'tax_payable')).toBe(0 - job!.taxCents)
  expect(await checkLedger(read())).toEqual([])
})

test("removed and rewritten on another day, it's complete again", async () => {
  world.clock.advance(40 * day)
  const written = await reseed(world.deps)
  expect(written.payments).toBe(await count('payments'))
  expect(await checkLedger(read())).toEqual([])
})

test('numbers stay used after a franchise joined, an invoice was sent and a visit was canceled by hand', async () => {
  const [waiting] = await read().select().from(franchises).where(isNull(franchises.accountId))
  const link = await world.hq('POST', '/api/payments/connect/onboard', { franchiseId: waiting!.id })
  await world.open('POST', new URL(link.body.data.url as string).pathname, { raw: '' })
  await world.rest()
  expect(await count('transfers', "state = 'pending'")).toBe(0)

  const [draft] = await read()
    .select({ id: invoices.id, jobId: invoices.jobId })
    .from(invoices)
    .innerJoin(jobs, and(eq(jobs.id, invoices.jobId), eq(jobs.paymentState, 'paid')))
    .where(and(eq(invoices.status, 'draft'), isNotNull(invoices.paidAt)))
    .limit(1)
  const sent = await world.hq('POST', '/api/invoices/send', { invoiceId: draft!.id, method: 'email' })
  expect([sent.status, sent.text]).toEqual([200, expect.any(String)])
  const back = await world.hq('POST', `/api/admin/jobs/${draft!.jobId}/refund`, { amount: 5 })
  expect(back.status).toBeLessThan(300)
  await world.rest()
  expect(await count('invoices', "kind = 'credit_note'")).toBe(1)

  const [planned] = await read()
    .select({ id: jobs.id })
    .from(jobs)
    .where(and(eq(jobs.status, 'scheduled'), eq(jobs.paymentState, 'paid')))
    .limit(1)
  const cancelled = await world.hq('POST', '/api/customer/cancel', { jobId: planned!.id })
  expect([cancelled.status, cancelled.body.data?.refunded]).toEqual([200, true])
  await world.rest()

  await removeDemo(world.deps.store)
  expect(await population(read())).toEqual({ ...before, invoice_series: 2, invoice_counters: 3 })
  expect(await checkLedger(read())).toEqual([])
})
