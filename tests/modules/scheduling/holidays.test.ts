import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks } from '../../../db/schema'
import { offerTimes } from '../../../src/modules/scheduling'
import { expectStatus } from '../../support/admin'
import { plantJob } from '../../support/jobs'
import { denver, marcus } from '../../support/world'
import { startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const hq = async (method: string, path: string, body: unknown) =>
  company.call(method, path, { body, token: await company.hqToken() })
const change = async (values: object) =>
  expectStatus(await hq('PATCH', '/api/admin/settings/hours', { values }), 200).body.data.hours

const openDays = async () => {
  const query = new URLSearchParams({ lat: '39.74', lng: '-104.98', service: 'Gutter cleaning', days: '3' })
  const answer = expectStatus(await company.call('GET', `/api/availability?${String(query)}`), 200)
  return [...new Set(answer.body.data.windows.map(({ date }: { date: string }) => date))]
}

test('nobody can book a visit on a company holiday, in any franchise', async () => {
  expect(await openDays()).toContain('2026-03-03')
  await change({ holidays: ['2026-03-03'] })
  expect(await openDays()).not.toContain('2026-03-03')
  await change({ holidays: [] })
  expect(await openDays()).toContain('2026-03-03')
})

test('the dispatch board shows everyone as closed on a holiday', async () => {
  await change({ holidays: ['2026-03-03'] })
  const token = await company.hqToken()
  const { body } = await company.call('GET', '/api/admin/dispatch/hours?date=2026-03-03', { token })
  expect(body.data.workers.map(({ closed }: { closed: boolean }) => closed)).toEqual([true, true])
})

test('visits on a new holiday become a to-do, which closes when the holiday is removed', async () => {
  const start = '2026-03-03T16:00:00Z'
  await plantJob(company, { workerId: marcus, start, status: 'scheduled', fields: { franchiseId: denver } })
  const todos = async () => {
    await company.deps.background.idle()
    return company.deps.store.read.select().from(hqTasks).where(eq(hqTasks.kind, 'franchise.closed'))
  }
  await change({ holidays: ['2026-03-03'] })
  expect(await todos()).toMatchObject([
    { title: 'Move 1 visit: Front Range Gutters is closed then', state: 'open' },
  ])
  await change({ holidays: [] })
  expect(await todos()).toMatchObject([{ state: 'done' }])
})

test('a new technician starts with the company hours, and others keep theirs', async () => {
  const week = [
    { weekday: 1, start: '08:00', end: '12:00' },
    { weekday: 2, start: '09:00', end: '17:00' },
  ]
  await change({ week })
  const input = { name: 'Nia Park', franchiseId: denver }
  const { id } = expectStatus(await hq('POST', '/api/admin/workers', input), 201).body.data
  const token = await company.hqToken()
  const shifts = async (worker: string) =>
    (await company.call('GET', `/api/admin/workers/${worker}`, { token })).body.data.shifts
  expect(await shifts(id)).toEqual(week)
  expect(await shifts(marcus)).toHaveLength(5)
})

test('days to request follow the company hours and holidays when nobody is known to be free', async () => {
  await change({ week: [1, 2, 3].map((weekday) => ({ weekday, start: '08:00', end: '17:00' })) })
  await change({ holidays: ['2026-03-04'] })
  const wanted = {
    address: '',
    service: 'None',
    gutterLength: null,
    stories: null,
    addOns: [],
    byQuote: false,
    from: null,
    franchise: null,
  }
  const offered = await offerTimes(company.deps, wanted)
  expect(offered.days.map(({ date }) => date)).toEqual(['2026-03-03', '2026-03-09'])
})

test('hours that overlap or end before they start are refused', async () => {
  const week = [
    { weekday: 1, start: '08:00', end: '12:00' },
    { weekday: 1, start: '11:00', end: '10:00' },
  ]
  const refused = await hq('PATCH', '/api/admin/settings/hours', { values: { week, holidays: ['tomorrow'] } })
  expect(refused.status).toBe(400)
  expect(refused.body.details).toEqual([
    'values.week.1.end: must be after the start',
    'values.week.1: overlaps another shift on the same day',
    'values.holidays.0: enter a date, such as 2026-03-02',
  ])
})
