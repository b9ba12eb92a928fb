import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { apiKey } from '../../contract/credentials'
import { expectStatus } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { startMoneyTest, type MoneyTest } from '../../support/money'
import { addWorld, denver, marcus, sofia } from '../../support/world'

let money: MoneyTest
let taxed: string
beforeAll(async () => {
  money = await startMoneyTest({ BUSINESS_TIMEZONE: 'America/Denver' })
  await addWorld(money)
  taxed = await money.franchise({ share: 70, tax: 8.81 })
  const untaxed = await money.franchise({ share: 70 })
  for (const [franchiseId, price, refund] of [
    [taxed, 100, 0],
    [taxed, 50, 20],
    [untaxed, 80, 0],
  ] as const) {
    const job = await money.job({ price, franchiseId })
    await money.pay(job.id)
    if (refund > 0)
      expectStatus(await money.hq('POST', `/api/admin/jobs/${job.id}/refund`, { amount: refund }), 201)
    await money.rest()
  }
})
afterAll(() => money.close())

const read = async (path: string) => expectStatus(await money.hq('GET', path), 200).body.data
const march = 'from=2026-03-01&to=2026-03-31'
const cents = (units: number) => Math.round(units * 100)

describe('sales tax', () => {
  test('is shown by rate and franchise, and adds up to the profit report', async () => {
    const { rates, sales, tax } = await read(`/api/admin/reports/tax?${march}`)
    expect(rates.map(({ taxPercent }: { taxPercent: number }) => taxPercent)).toEqual([8.81, 0])
    expect(rates[1]).toMatchObject({ sales: 80, tax: 0 })
    const sum = (part: 'sales' | 'tax') =>
      rates.reduce((total: number, row: Record<typeof part, number>) => total + cents(row[part]), 0)
    const { data } = await read(`/api/reports?type=pnl&${march}`)
    expect([sum('sales'), sum('tax')]).toEqual([cents(data.netRevenue), cents(data.tax)])
    expect([sales, tax]).toEqual([data.netRevenue, data.tax])
  })

  test('of one franchise is its own', async () => {
    const { rates } = await read(`/api/admin/reports/tax?${march}&franchiseId=${taxed}`)
    expect(rates).toMatchObject([{ taxPercent: 8.81, franchiseId: taxed }])
  })
})

test('revenue by day adds up to the revenue of the period', async () => {
  const { days } = await read(`/api/admin/reports/days?${march}`)
  const { data } = await read(`/api/reports?type=pnl&${march}`)
  const sum = (part: 'netRevenue' | 'hqNet') =>
    days.reduce((total: number, row: Record<typeof part, number>) => total + cents(row[part]), 0)
  expect([sum('netRevenue'), sum('hqNet')]).toEqual([cents(data.netRevenue), cents(data.hqNet)])
  expect(days).toHaveLength(1)
})

test('technicians are listed with their visits, as many as the report about all of them counts', async () => {
  for (const [nth, workerId] of [marcus, marcus, sofia].entries())
    await plantJob(money, {
      workerId,
      start: `2026-02-1${nth}T16:00:00Z`,
      status: 'completed',
      fields: { franchiseId: denver },
    })
  const february = 'from=2026-02-01&to=2026-02-28'
  const { technicians } = await read(`/api/admin/reports/technicians?${february}`)
  const visits = technicians.map(({ workerId, visits: count }: { workerId: string; visits: number }) => [
    workerId,
    count,
  ])
  expect(visits.toSorted()).toEqual(
    [
      [marcus, 2],
      [sofia, 1],
    ].toSorted(),
  )
  const { data } = await read(`/api/reports?type=workers&${february}`)
  expect(data.visits).toBe(3)
  const elsewhere = await read(`/api/admin/reports/technicians?${february}&franchiseId=${taxed}`)
  expect(elsewhere.technicians).toEqual([])
})

test('technicians are listed with the visits that are still to come today, as in the report about all', async () => {
  const now = money.clock.now()
  for (const [nth, hours] of [2, 26].entries())
    await plantJob(money, {
      workerId: nth === 0 ? marcus : sofia,
      start: new Date(now + hours * 3_600_000).toISOString(),
      status: 'scheduled',
      fields: { franchiseId: denver },
    })
  const { technicians } = await read(`/api/admin/reports/technicians?${march}`)
  expect(technicians).toMatchObject([{ workerId: marcus, visits: 1, completed: 0 }])
  const { data } = await read(`/api/reports?type=workers&${march}`)
  expect(data.visits).toBe(1)
})

test('a report by the day covers at most a year and needs both days', async () => {
  for (const query of [
    '',
    'from=2026-01-01',
    'from=2024-01-01&to=2026-01-01',
    'from=2026-02-01&to=2026-01-01',
  ])
    expect((await money.hq('GET', `/api/admin/reports/tax?${query}`)).status).toBe(400)
})

test('a bookkeeper reads them, a dispatcher does not', async () => {
  const ask = async (role: 'bookkeeper' | 'dispatcher') => {
    const token = await apiKey(money.deps, { role })
    return (await money.open('GET', `/api/admin/reports/technicians?${march}`, { token })).status
  }
  expect([await ask('bookkeeper'), await ask('dispatcher')]).toEqual([200, 403])
})
