import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { fillBusiness } from '../../../bench/reports/fill'
import { franchises } from '../../../db/schema'
import { moveJob } from '../../../src/modules/jobs/move'
import { balanceOf } from '../../../src/modules/ledger/transactions'
import { ensureSummedUp, sumUp } from '../../../src/modules/operations/reports/stored-sums'
import { startTestApp, type TestApp } from '../../support/app'
import { reckonByHand } from './by-hand'

const timeZone = 'America/Denver'
let app: TestApp
let calls = 0

beforeAll(async () => {
  app = await startTestApp({ BUSINESS_TIMEZONE: timeZone })
  // One whole chunk of jobs and three of the ledger, each with some rows after it.
  await fillBusiness(app.deps, 4_600)
  await app.deps.store.write(async (tx) => {
    await tx.run(
      sql`UPDATE jobs SET type = 'Something I made up', franchise_id = 'nobody' WHERE seq % 41 = 0`,
    )
    await tx.run(sql`UPDATE jobs SET zip = NULL, place_state = 'unknown' WHERE seq % 60 = 0`)
  })
})
afterAll(() => app.close())

async function report(query: string) {
  const token = await app.hqToken()
  const answer = await app.call('GET', `/api/reports?${query}`, { from: `198.18.3.${++calls}`, token })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data.data
}

interface Part {
  franchiseId?: string
  from?: string
  to?: string
}

/** Every number in every report, compared with the rows themselves. */
async function expectReconciled(part: Part = {}) {
  const { store, clock } = app.deps
  const known = new Set((await store.read.select({ id: franchises.id }).from(franchises)).map(({ id }) => id))
  const byHand = await reckonByHand(store, known, { timeZone, now: clock.now(), ...part })
  const filter = String(
    new URLSearchParams({
      ...(part.franchiseId === undefined ? {} : { franchise: part.franchiseId }),
      ...(part.from === undefined ? {} : { from: part.from }),
      ...(part.to === undefined ? {} : { to: part.to }),
    }),
  )

  const pnl = await report(`type=pnl&${filter}`)
  expect(pnl).toMatchObject(byHand.money)
  expect(pnl.netRevenue).toBeCloseTo(pnl.revenue - pnl.refunds, 6)
  expect(pnl.hqNet).toBeCloseTo(pnl.netRevenue - pnl.franchiseShares - pnl.fees, 6)
  expect(byName(pnl.months, 'month', 'revenue')).toEqual(byHand.revenueByMonth)

  const revenue = await report(`type=revenue&${filter}`)
  expect(revenue).toMatchObject({
    payments: byHand.money.payments,
    revenue: byHand.money.revenue,
    refunds: byHand.money.refunds,
  })
  expect(byName(revenue.months, 'month', 'revenue')).toEqual(byHand.revenueByMonth)
  expect(byName(revenue.types, 'type', 'revenue')).toEqual(byHand.revenueByType)
  expect(sumOf(revenue.franchises, 'revenue')).toBeCloseTo(byHand.money.revenue, 6)

  const jobs = await report(`type=jobs&${filter}`)
  expect(byStatus(jobs.byStatus)).toEqual(byHand.byStatus)
  expect(byName(jobs.byType, 'type', 'jobs')).toEqual(byHand.byType)
  expect(byName(jobs.months, 'month', 'jobs')).toEqual(byHand.byBookingMonth)

  const workers = await report(`type=workers&${filter}`)
  const { visits, completed, minutes, started, onTime } = byHand.visits
  expect(workers).toMatchObject({ visits, completed, busyHours: Math.round((minutes / 60) * 100) / 100 })
  expect(workers.onTimeShare).toBe(started === 0 ? null : Math.round((onTime / started) * 10_000) / 10_000)

  const coverage = await report(`type=coverage&${filter}`)
  expect(coverage).toMatchObject(byHand.places)
}

const byName = (rows: Record<string, string | number>[], key: string, value: string) =>
  Object.fromEntries(rows.filter((row) => row[value] !== 0).map((row) => [row[key], row[value]]))
const byStatus = (counts: Record<string, number>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))
const sumOf = (rows: Record<string, number>[], key: string) =>
  rows.reduce((total, row) => total + row[key]!, 0)

const storedChunks = async () =>
  (await app.deps.store.read.all<{ count: number }>(sql`SELECT count(*) AS count FROM summed_chunks`))[0]!
    .count

describe('every number in every report matches the ledger and the jobs', () => {
  test('before any chunk is summed up', async () => {
    expect(await storedChunks()).toBe(0)
    await expectReconciled()
  })

  test('once whole chunks are summed up and only the rest is counted', async () => {
    await sumUp(app.deps)
    expect(await storedChunks()).toBe(4)
    await expectReconciled()
  })

  test("for one franchise, for days starting at the business's midnight, and for both", async () => {
    const [from, to] = ['2025-03-08', '2025-11-02']
    await expectReconciled({ franchiseId: 'franchise-3' })
    await expectReconciled({ from, to })
    await expectReconciled({ franchiseId: 'franchise-7', from, to })
  })

  test('down to the ledger accounts', async () => {
    const pnl = await report('type=pnl')
    const { read } = app.deps.store
    const fees = await balanceOf(read, 'processor_fees')
    expect(pnl.fees).toBe(fees / 100)
    expect(pnl.tax).toBe(-(await balanceOf(read, 'tax_payable')) / 100)
    expect(pnl.hqNet).toBe((-(await balanceOf(read, 'revenue_hq')) - fees) / 100)
  })
})

describe('stored sums are recalculated as soon as their data changes', () => {
  const firstOf = async (condition: string) =>
    (
      await app.deps.store.read.all<{ id: string }>(
        sql`SELECT id FROM jobs WHERE seq < 4000 AND ${sql.raw(condition)} LIMIT 1`,
      )
    )[0]!.id

  const cases: [what: string, change: () => Promise<unknown>][] = [
    [
      'a job moves on',
      async () =>
        moveJob(app.deps, await scheduled(), { to: 'no_show', actor: 'hq:test', tellCustomer: false }),
    ],
    [
      'a job goes to another franchise',
      async () =>
        run(
          sql`UPDATE jobs SET franchise_id = 'franchise-1' WHERE id = ${await firstOf("franchise_id = 'franchise-2'")}`,
        ),
    ],
    [
      'a label is corrected after payment',
      async () =>
        run(
          sql`UPDATE jobs SET type = 'Service 1' WHERE id = ${await firstOf("type = 'Service 2' AND status = 'completed'")}`,
        ),
    ],
    [
      'a service is renamed',
      () => run(sql`UPDATE service_types SET label = 'Something I made up' WHERE id = 'service-5'`),
    ],
    ['a service is removed', () => run(sql`DELETE FROM service_types WHERE id = 'service-6'`)],
    [
      'an unknown franchise is added',
      () =>
        run(
          sql`INSERT INTO franchises (id, name, time_zone, created_at, updated_at) VALUES ('nobody', 'Somebody', 'UTC', 0, 0)`,
        ),
    ],
    ['a demo payment is removed', () => takeOutDemo()],
  ]

  const run = (statement: ReturnType<typeof sql>) => app.deps.store.write((tx) => tx.run(statement))
  async function scheduled(): Promise<string> {
    const id = await firstOf("status = 'no_show'")
    await run(sql`UPDATE jobs SET status = 'scheduled' WHERE id = ${id}`)
    return id
  }
  /** A ledger line that can be removed, inside a stored chunk. */
  async function takeOutDemo() {
    const [row] = await app.deps.store.read.all<{ id: number }>(
      sql`SELECT id FROM ledger_transactions WHERE id = 100`,
    )
    await app.deps.store.write(async (tx) => {
      await tx.run(sql`DROP TRIGGER ledger_transactions_never_change`)
      await tx.run(sql`UPDATE ledger_transactions SET demo = 1 WHERE id = ${row!.id}`)
      await tx.run(sql`DELETE FROM ledger_entries WHERE transaction_id = ${row!.id}`)
      await tx.run(sql`DELETE FROM ledger_transactions WHERE id = ${row!.id}`)
    })
  }

  for (const [what, change] of cases)
    test(what, async () => {
      await sumUp(app.deps)
      expect(await storedChunks()).toBe(4)
      await change()
      expect(await storedChunks()).toBeLessThan(4)
      await expectReconciled()
    })

  test('and when the business moves to another time zone', async () => {
    await sumUp(app.deps)
    const before = (await report('type=jobs')).months
    app.deps.settings.business.timeZone = 'Asia/Tokyo'
    const moved = (await report('type=jobs')).months
    app.deps.settings.business.timeZone = timeZone
    expect(sumOf(moved, 'jobs')).toBe(sumOf(before, 'jobs'))
    expect(moved).not.toEqual(before)
  })
})

test('a store with much unsummed history is summed up before the first report', async () => {
  await app.deps.store.write((tx) => tx.run(sql`DELETE FROM summed_chunks`))
  await ensureSummedUp(app.deps)
  // Four chunks are few enough to be counted as they are.
  expect(await storedChunks()).toBe(0)
  await app.deps.store.write((tx) =>
    tx.run(sql`INSERT INTO jobs (seq, id, customer_name, address, type, price_cents, total_cents, created_at, updated_at)
      VALUES (${20 * 4096}, 'far-off', 'Jordan', 'Somewhere', 'Service 1', 0, 0, 0, 0)`),
  )
  await ensureSummedUp(app.deps)
  expect(await storedChunks()).toBe(23)
})
