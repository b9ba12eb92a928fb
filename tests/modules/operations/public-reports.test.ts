import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sharesOf } from '../../../src/modules/ledger/shares'
import { paymentReceived, postTransaction } from '../../../src/modules/ledger/transactions'
import { inCrowds } from '../../../src/modules/operations/reports/crowds'
import { Report, reportTypes } from '../../../src/modules/operations/reports/model'
import { startTestApp, type TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { addWorld, denver, marcus } from '../../support/world'

let app: TestApp
let calls = 0
beforeEach(() => open())
afterEach(() => app.close())

async function open(env: Record<string, string> = {}): Promise<void> {
  app = await startTestApp({ BUSINESS_TIMEZONE: 'UTC', ...env })
  await addWorld(app)
}

const ask = (query = '', token?: string) =>
  app.call('GET', `/api/reports${query}`, { from: `198.18.5.${++calls}`, ...(token ? { token } : {}) })
const seen = async (query: string) => (await ask(query)).body.data.data
const seenByHq = async (query: string) => (await ask(query, await app.hqToken())).body.data.data

/** A paid job, each with its own price so they can be told apart. */
let price = 10_000
async function jobs(
  count: number,
  {
    month = '02',
    franchiseId = denver,
    zip = '80202',
  }: { month?: string; franchiseId?: string | null; zip?: string } = {},
) {
  for (let nth = 0; nth < count; nth++) {
    const start = `2026-${month}-10T0${nth % 9}:00:00Z`
    const fields = { franchiseId, zip, createdAt: Date.parse(start) }
    const { id: jobId } = await plantJob(app, { status: 'completed', workerId: marcus, start, fields })
    price += 1
    const entries = paymentReceived(sharesOf(price, 0, franchiseId === null ? 0 : 7_000), 0)
    const about = `payment:${jobId}`
    await app.deps.store.write((tx) =>
      postTransaction(tx, { kind: 'payment', about, at: Date.parse(start), jobId, franchiseId, entries }),
    )
  }
}

type Row = { jobs?: number; payments?: number; visits?: number; month?: string }
const sizeOf = (row: Row) => row.jobs ?? row.payments ?? row.visits ?? 0
const sum = (rows: Row[]) => rows.reduce((total, row) => total + sizeOf(row), 0)

describe('a public report', () => {
  test('is empty while there are fewer than five jobs, and HQ sees them all', async () => {
    await jobs(4)
    expect(await seen('?type=jobs')).toMatchObject({ total: 0, byType: [], months: [] })
    expect(await seen('?type=revenue')).toMatchObject({ revenue: 0, months: [], franchises: [], types: [] })
    expect(await seen('?type=pnl')).toMatchObject({ payments: 0, revenue: 0, months: [] })
    expect(await seen('?type=coverage')).toMatchObject({ inside: 0, areas: [] })
    expect(await seen('?type=workers')).toMatchObject({ visits: 0, busyHours: 0 })
    expect(await seenByHq('?type=jobs')).toMatchObject({ total: 4 })
    expect(await seenByHq('?type=revenue')).toMatchObject({ payments: 4 })
  })

  test('adds up: groups to the total, with small groups under other', async () => {
    await jobs(9, { month: '02' })
    await jobs(6, { month: '01' })
    await jobs(2, { month: '03' })
    for (const type of ['jobs', 'pnl', 'revenue', 'workers']) {
      const report = await seen(`?type=${type}`)
      expect(sum(report.months)).toBe(report.total ?? report.payments ?? report.visits)
      for (const row of report.months as Row[]) expect(sizeOf(row)).toBeGreaterThanOrEqual(5)
      // January is large enough, and is combined with March, which isn't.
      expect(report.months.map(({ month }: Row) => month)).toEqual(['2026-02', 'other'])
      expect((await seenByHq(`?type=${type}`)).months.map(({ month }: Row) => month)).toContain('2026-03')
    }
    for (const type of reportTypes)
      expect(Report.safeParse((await ask(`?type=${type}`)).body.data).error).toBeUndefined()
  })

  test('reveals nothing about a franchise with few jobs, not even by subtracting the others', async () => {
    await jobs(8)
    await jobs(6, { franchiseId: null })
    const { revenue } = await seenByHq(`?type=revenue&franchise=${denver}`)
    expect(await seen(`?type=revenue&franchise=${denver}`)).toMatchObject({ payments: 8, revenue })
    await app.close()
    await open()
    await jobs(8)
    await jobs(3, { franchiseId: null })
    expect(await seen(`?type=revenue&franchise=${denver}`)).toMatchObject({ payments: 0, revenue: 0 })
    const { franchises, payments } = await seen('?type=revenue')
    expect(franchises).toMatchObject([{ franchiseId: 'other', payments: 11 }])
    expect(payments).toBe(11)
  })

  test('has only totals for one franchise, because subtraction from all would reveal more', async () => {
    await jobs(8, { month: '02' })
    await jobs(7, { month: '01' })
    for (const type of ['jobs', 'pnl', 'revenue', 'workers']) {
      const report = await seen(`?type=${type}&franchise=${denver}`)
      expect(report.months).toHaveLength(1)
      expect(report.months[0].month).toBe('other')
      expect(sum(report.months)).toBe(15)
    }
    expect((await seen(`?type=coverage&franchise=${denver}`)).areas).toEqual([])
  })

  test('shows no area alone when fewer than five jobs are elsewhere', async () => {
    await jobs(8, { zip: '80202' })
    await jobs(6, { zip: '80301' })
    await jobs(1, { zip: '81001' })
    const { areas, elsewhere, inside } = await seen('?type=coverage')
    expect(areas.map(({ area }: { area: string }) => area)).toEqual(['802'])
    expect([elsewhere.inside, inside]).toEqual([7, 15])
  })

  test('moves in steps of five, so nobody can watch a single job arrive', async () => {
    await jobs(6)
    const first = await ask('?type=revenue')
    app.clock.advance(60_000)
    await jobs(4)
    expect((await ask('?type=revenue')).body).toEqual(first.body)
    expect(await seenByHq('?type=revenue')).toMatchObject({ payments: 10 })
    await jobs(1)
    expect(await seen('?type=revenue')).toMatchObject({ payments: 11 })
  })

  test("can't be limited to a span of days, which could contain a single job", async () => {
    await jobs(9)
    for (const query of ['?from=2026-02-10', '?to=2026-02-10', '?from=2026-02-10&to=2026-02-10&type=jobs']) {
      expect((await ask(query)).status).toBe(401)
      expect((await ask(query, await app.hqToken())).status).toBe(200)
    }
  })

  test('is the same with an invalid token', async () => {
    await jobs(4)
    expect((await ask('?type=jobs', 'nonsense')).body.data.data.total).toBe(0)
  })

  test('is empty with PUBLIC_REPORTS=off', async () => {
    await app.close()
    await open({ PUBLIC_REPORTS: 'off' })
    expect((await ask()).status).toBe(401)
    expect((await ask('', 'nonsense')).status).toBe(401)
    expect((await ask('', await app.hqToken())).status).toBe(200)
  })
})

describe('report groups', () => {
  const divided = (...sizes: number[]) => {
    const { shown, rest } = inCrowds(sizes, (size) => size)
    return [shown, rest]
  }
  test('are shown from five on, and the rest is never one to four', () => {
    expect(divided(9, 5, 7)).toEqual([[9, 5, 7], []])
    expect(divided(9, 3, 4)).toEqual([[9], [3, 4]])
    expect(divided(9, 6, 2)).toEqual([[9], [6, 2]])
    expect(divided(9, 0)).toEqual([[], [9, 0]])
    expect(divided(2, 1)).toEqual([[], [2, 1]])
    expect(divided()).toEqual([[], []])
  })
})
