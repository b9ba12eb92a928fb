import { afterAll, beforeAll, expect, test } from 'bun:test'
import { and, asc, eq, getTableName, is, isNull, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../../db/schema'
import { demoIntents, franchises, invoices, jobEvents, jobs, payments, refunds } from '../../db/schema'
import { rebuildState, stateFields } from '../../src/modules/jobs/timeline'
import { checkLedger } from '../../src/modules/ledger/check'
import { balanceOf } from '../../src/modules/ledger/transactions'
import { startDemo } from '../support/demo'
import type { MoneyTest } from '../support/money'
import { onlyWhen } from '../support/needs'
import { testServer } from '../support/store'
import { countRows, population } from './rows'

// Nothing here changes the demo data.
let world: MoneyTest
beforeAll(async () => {
  world = await startDemo()
})
afterAll(() => world.close())

const read = () => world.deps.store.read
const count = (table: string, where?: string) => countRows(read(), table, where)

test('the books balance, including fees and income', async () => {
  expect(await checkLedger(read())).toEqual([])
  expect(await count('payments')).toBe(await count('ledger_transactions', "kind = 'payment'"))
  expect(await balanceOf(read(), 'processor_fees')).toBeGreaterThan(0)
  expect(await balanceOf(read(), 'revenue_hq')).toBeLessThan(0)
})

onlyWhen(testServer === null, 'a database server is given a sample of the jobs')(
  'every job of the demo',
  () => {
    test("is usually paid once it's done, and sometimes before", async () => {
      const done = await count('jobs', "status = 'completed'")
      const paid = await count('jobs', "status = 'completed' AND payment_state = 'paid'")
      expect(paid / done).toBeGreaterThan(0.85)
      expect(paid).toBeLessThan(done)
      expect(await count('jobs', "status = 'scheduled' AND payment_state = 'paid'")).toBeGreaterThan(2)
    })
  },
)

test('all of it is marked as demo and lies in the past, at the time of its job', async () => {
  for (const table of ['payments', 'invoices', 'ledger_transactions'])
    expect([table, await count(table, 'demo = 0')]).toEqual([table, 0])
  const now = world.clock.now()
  expect(await count('ledger_entries', `at > ${now}`)).toBe(0)
  expect(await count('invoices', `created_at > ${now} OR paid_at > ${now}`)).toBe(0)
  const early = await read()
    .select({ id: jobs.id })
    .from(payments)
    .innerJoin(jobs, eq(jobs.id, payments.jobId))
    .where(sql`${payments.paidAt} < coalesce(${jobs.completedAt}, ${jobs.createdAt})`)
  expect(early).toEqual([])
})

test('what happened later has a later id, because lists show the newest id first', async () => {
  const tables = Object.values(schema)
    .filter((one) => is(one, SQLiteTable))
    .filter((table) => 'id' in table && 'createdAt' in table)
    .map((table) => getTableName(table))
  expect(tables).toContain('invoices')
  for (const table of tables) {
    const earlier = `SELECT created_at, lag(created_at) OVER (ORDER BY id) AS before FROM ${table} WHERE id GLOB '????????-????-7*'`
    expect([table, await count(`(${earlier})`, 'created_at < before')]).toEqual([table, 0])
  }
})

test("the processor's account matches our books, payment by payment", async () => {
  const balance = await world.deps.providers.payments.balance()
  expect(balance.available[0]!.cents).toBe(await balanceOf(read(), 'processor_cash'))
  const unknown = await read()
    .select({ id: payments.id })
    .from(payments)
    .leftJoin(
      demoIntents,
      and(
        eq(demoIntents.id, payments.id),
        eq(demoIntents.jobId, payments.jobId),
        eq(demoIntents.capturedCents, payments.capturedCents),
        eq(demoIntents.refundedCents, payments.refundedCents),
      ),
    )
    .where(isNull(demoIntents.id))
  expect(unknown).toEqual([])
})

test('a few payments were refunded, one of them in part', async () => {
  const states = await read()
    .select({ state: jobs.paymentState })
    .from(refunds)
    .innerJoin(jobs, eq(jobs.id, refunds.jobId))
  expect(states.map(({ state }) => state).toSorted()).toEqual(['partly_refunded', 'refunded', 'refunded'])
  expect(await count('transfer_reversals', "state = 'done'")).toBe(2)
  expect(await count('transfer_reversals', "state <> 'done'")).toBe(0)
})

test('a few invoices are sent and unpaid, one of them overdue', async () => {
  const listed = async (query: string) =>
    (await world.hq('GET', `/api/admin/invoices?kind=invoice&status=sent&${query}`)).body.data.items
  const open = await listed('paid=false')
  expect(open.length).toBeGreaterThan(testServer ? 0 : 1)
  expect(open.length).toBeLessThan(25)
  expect(await listed('overdue=true')).toHaveLength(1)
  const number = open[0].number as string
  expect(number).toStartWith('DEMO-')
  const [row] = await read().select().from(invoices).where(eq(invoices.number, number))
  expect([row!.sentVia, row!.content.totalCents]).toEqual(['email', row!.totalCents])
})

test('every paid job has an invoice that says so', async () => {
  const without = await read()
    .select({ id: jobs.id })
    .from(jobs)
    .leftJoin(invoices, and(eq(invoices.jobId, jobs.id), eq(invoices.kind, 'invoice')))
    .where(and(eq(jobs.paymentState, 'paid'), isNull(invoices.paidAt)))
  expect(without).toEqual([])
})

test('the invoices of paid jobs were sent, with a number and dates, but for the newest', async () => {
  const bare = await read()
    .select({ state: jobs.paymentState })
    .from(invoices)
    .innerJoin(jobs, eq(jobs.id, invoices.jobId))
    .where(and(eq(invoices.kind, 'invoice'), isNull(invoices.number)))
  expect(bare.filter(({ state }) => state === 'paid')).toHaveLength(1)
  expect(await count('invoices', 'number IS NOT NULL AND (issued_on IS NULL OR due_on IS NULL)')).toBe(0)
})

test('nobody is notified, HQ has no to-dos, and nothing is left to settle', async () => {
  for (const table of ['outbox', 'hq_tasks', 'demo_events', 'webhook_events'])
    expect([table, await count(table)]).toEqual([table, 0])
  expect(await count('invoices', 'post_at is not null')).toBe(0)
  // The first run notes how far it has looked at the processor's events.
  await world.cron()
  const before = await population(read())
  await world.cron()
  expect(await population(read())).toEqual(before)
})

test("two franchises have received their shares, and the third one's wait for its account", async () => {
  const rows = await read().all<{ name: string; state: string }>(sql`
    SELECT DISTINCT franchise.name AS name, transfer.state AS state FROM transfers AS transfer
    JOIN franchises AS franchise ON franchise.id = transfer.franchise_id ORDER BY 1`)
  expect(rows).toEqual([
    { name: 'Front Range Gutters', state: 'done' },
    { name: 'Hill Country Home Services', state: 'done' },
    { name: 'Rose City Exteriors', state: 'pending' },
  ])
  for (const { id } of await read().select({ id: franchises.id }).from(franchises)) {
    const answer = await world.hq('GET', `/api/payments/connect/status?franchiseId=${id}`)
    expect(answer.status).toBe(200)
  }
})

test('months differ in the reports', async () => {
  const { body } = await world.hq('GET', '/api/reports?type=revenue')
  const months = body.data.data.months as { month: string; revenue: number }[]
  expect(months.length).toBeGreaterThan(4)
  expect(new Set(months.map(({ revenue }) => revenue)).size).toBe(months.length)
})

test("a paid job's timeline matches its state", async () => {
  const paid = await read()
    .select()
    .from(jobs)
    .where(sql`${jobs.paymentState} <> 'unpaid'`)
  for (const job of paid.slice(0, 60)) {
    const events = await read()
      .select()
      .from(jobEvents)
      .where(eq(jobEvents.jobId, job.id))
      .orderBy(asc(jobEvents.id))
    const rebuilt = rebuildState(events)
    for (const field of stateFields) expect([field, rebuilt[field]]).toEqual([field, job[field]])
  }
})
