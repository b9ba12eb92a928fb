import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sharesOf } from '../../../src/modules/ledger/shares'
import {
  postTransaction,
  paymentReceived,
  refunded,
  transferMade,
} from '../../../src/modules/ledger/transactions'
import { Report, reportTypes } from '../../../src/modules/operations/reports/model'
import { startTestApp, type TestApp } from '../../support/app'
import { plantJob } from '../../support/jobs'
import { addWorld, denver, marcus } from '../../support/world'

let app: TestApp
let calls = 0

beforeEach(async () => {
  app = await startTestApp({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(app)
})
afterEach(() => app.close())

const ask = async (query = '') =>
  app.call('GET', `/api/reports${query}`, { from: `198.18.4.${++calls}`, token: await app.hqToken() })
const read = async (query: string) => (await ask(query)).body.data.data

/** Paid in full in Denver: $100 and $8.81 tax, of which the franchise gets $70. */
const shares = sharesOf(10_881, 881, 7_000)

async function pay(jobId: string, time: string, franchiseId: string | null = denver): Promise<void> {
  const at = Date.parse(time)
  const whole = franchiseId === null ? sharesOf(10_881, 881, 0) : shares
  await app.deps.store.write((tx) =>
    postTransaction(tx, {
      kind: 'payment',
      about: `payment:${jobId}`,
      at,
      jobId,
      franchiseId,
      entries: paymentReceived(whole, 345),
    }),
  )
}

async function payBack(jobId: string, cents: number, time: string): Promise<void> {
  const at = Date.parse(time)
  await app.deps.store.write((tx) =>
    postTransaction(tx, {
      kind: 'refund',
      about: `refund:${jobId}`,
      at,
      jobId,
      franchiseId: denver,
      entries: refunded(shares, 0, cents),
    }),
  )
}

describe('a report', () => {
  test('is the P&L of all franchises by default', async () => {
    const answer = await ask()
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({
      type: 'pnl',
      franchise: 'all',
      generatedAt: '2026-03-02T15:00:00.000Z',
    })
    expect((await ask('?franchise=all')).body.data.franchise).toBe('all')
    expect((await ask('?franchise=')).body.data.franchise).toBe('all')
    expect((await ask(`?franchise=${denver}`)).body.data.franchise).toBe(denver)
  })

  test('has its documented shape, with data and without', async () => {
    for (const type of reportTypes)
      expect(Report.safeParse((await ask(`?type=${type}`)).body.data).error).toBeUndefined()
    const job = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-02-10T16:00:00Z',
      fields: { franchiseId: denver, zip: '80202' },
    })
    await pay(job.id, '2026-02-10T18:00:00Z')
    for (const type of reportTypes) {
      expect(Report.safeParse((await ask(`?type=${type}`)).body.data).error).toBeUndefined()
      expect(
        Report.safeParse((await ask(`?type=${type}&franchise=${denver}&from=2026-02-01`)).body.data).error,
      ).toBeUndefined()
    }
  })

  test('reports all its wrong parameters at once', async () => {
    const answer = await ask(`?type=gossip&franchise=${'f'.repeat(201)}&from=yesterday&to=2026-02-30`)
    expect(answer.status).toBe(400)
    const named = answer.body.details.map((fault: string) => fault.split(':')[0])
    expect(named.toSorted()).toEqual(['franchise', 'from', 'to', 'type'])
    expect((await ask('?from=2026-03-02&to=2026-03-01')).body.details).toEqual([
      'to: must not be before from',
    ])
  })

  test('is public, so it names nobody and repeats nothing someone typed', async () => {
    const secret = 'Zebulon'
    await app.call('POST', '/api/jobs/create', {
      body: {
        customerName: secret,
        customerEmail: `${secret}@example.com`,
        customerPhone: '303-555-0199',
        address: `1 ${secret} Way, Denver, CO 80202`,
        type: `${secret} special`,
        franchiseId: `${secret}-franchise`,
        notes: secret,
        price: 100,
      },
    })
    await app.deps.background.idle()
    for (const type of reportTypes) {
      const { text } = await ask(`?type=${type}`)
      expect(text.toLowerCase()).not.toContain(secret.toLowerCase())
      expect(text).not.toContain('Marcus')
      expect(text).not.toContain('Front Range')
    }
    const { byType } = await read('?type=jobs')
    expect(byType).toEqual([{ type: 'other', jobs: 1, completed: 0, cancelled: 0, cancelRate: 0 }])
  })
})

describe('revenue', () => {
  test('is divided to the cent, month by month, and adds up', async () => {
    const one = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-01-20T16:00:00Z',
      fields: { franchiseId: denver },
    })
    const other = await plantJob(app, {
      status: 'completed',
      workerId: marcus,
      start: '2026-02-10T16:00:00Z',
      fields: { type: 'Odd job' },
    })
    await pay(one.id, '2026-01-20T18:00:00Z')
    await pay(other.id, '2026-02-10T18:00:00Z', null)
    // March in Greenwich, February in Denver.
    await payBack(one.id, 10_881, '2026-03-01T05:00:00Z')
    await app.deps.store.write((tx) =>
      postTransaction(tx, {
        kind: 'transfer',
        about: 'transfer:1',
        at: Date.parse('2026-01-21T00:00:00Z'),
        franchiseId: denver,
        entries: transferMade(7_000),
      }),
    )
    const pnl = await read('?type=pnl')
    expect(pnl.months).toEqual([
      {
        month: '2026-01',
        payments: 1,
        revenue: 100,
        refunds: 0,
        netRevenue: 100,
        franchiseShares: 70,
        fees: 3.45,
        hqNet: 26.55,
        tax: 8.81,
      },
      {
        month: '2026-02',
        payments: 1,
        revenue: 100,
        refunds: 100,
        netRevenue: 0,
        franchiseShares: -70,
        fees: 3.45,
        hqNet: 66.55,
        tax: 0,
      },
    ])
    expect(pnl).toMatchObject({
      payments: 2,
      revenue: 200,
      refunds: 100,
      netRevenue: 100,
      franchiseShares: 0,
      fees: 6.9,
      hqNet: 93.1,
      tax: 8.81,
    })

    const revenue = await read('?type=revenue')
    expect(revenue).toMatchObject({ revenue: 200, refunds: 100, netRevenue: 100, averageTicket: 100 })
    expect(revenue.franchises).toEqual([
      { franchiseId: null, payments: 1, revenue: 100, refunds: 0, netRevenue: 100, averageTicket: 100 },
      { franchiseId: denver, payments: 1, revenue: 100, refunds: 100, netRevenue: 0, averageTicket: 100 },
    ])
    expect(
      revenue.types
        .map(({ type, netRevenue }: { type: string; netRevenue: number }) => [type, netRevenue])
        .toSorted(),
    ).toEqual([
      ['Gutter cleaning', 0],
      ['other', 100],
    ])
    expect((await read(`?type=pnl&franchise=${denver}&to=2026-01-31`)).hqNet).toBe(26.55)
    expect((await read('?type=revenue&from=2026-02-01')).revenue).toBe(100)
  })
})
