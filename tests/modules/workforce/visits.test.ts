import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { denver, marcus, sofia } from '../../support/world'
import { startCompany, type Company } from '../scheduling/company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const titles = async () =>
  (await company.get('/api/admin/tasks')).body.data.items.map(({ title }: { title: string }) => title)
const change = async (path: string, body: unknown) =>
  expectStatus(await company.patch(`/api/admin/${path}`, body), 200)
const goAway = async (startsAt: string, endsAt: string) =>
  expectStatus(await company.post(`/api/admin/workers/${marcus}/time-off`, { startsAt, endsAt }), 201).body
    .data.id as string
const assign = async (job: string, workerId: string) =>
  expectStatus(await company.post(`/api/admin/jobs/${job}/assign`, { workerId }), 200)
const tuesday = ['2026-03-03T07:00:00Z', '2026-03-04T07:00:00Z'] as const

describe('the to-do about an absent worker', () => {
  test('shows the current visits, whatever it was raised for first', async () => {
    for (const day of ['03', '04', '05']) await company.visit(marcus, `2026-03-${day}T16:30:00Z`)
    await goAway(...tuesday)
    expect(await titles()).toEqual(['Marcus Lee has time off: 1 visit affected'])
    await change(`workers/${marcus}`, { active: false })
    expect(await titles()).toEqual(['Marcus Lee no longer works here: 3 visits affected'])
    await change(`workers/${marcus}`, { active: true })
    expect(await titles()).toEqual(['Marcus Lee has time off: 1 visit affected'])
  })

  test('counts down as visits are reassigned, and disappears with the last', async () => {
    const [one, other] = [
      await company.visit(marcus, '2026-03-03T16:30:00Z'),
      await company.visit(marcus, '2026-03-03T20:30:00Z'),
    ]
    await goAway(...tuesday)
    await assign(one, sofia)
    expect(await titles()).toEqual(['Marcus Lee has time off: 1 visit affected'])
    expectStatus(await company.post(`/api/admin/jobs/${other}/move`, { to: 'pending' }), 200)
    expect(await titles()).toEqual([])
  })

  test('disappears when a visit gets another time or is canceled', async () => {
    const moved = await company.visit(marcus, '2026-03-03T16:30:00Z')
    const cancelled = await company.visit(marcus, '2026-03-03T20:30:00Z')
    await goAway(...tuesday)
    const later = { start: '2026-03-05T16:30:00Z', workerId: marcus }
    expectStatus(await company.post(`/api/admin/jobs/${moved}/schedule`, later), 200)
    expectStatus(await company.post(`/api/admin/jobs/${cancelled}/cancel`, {}), 200)
    expect(await titles()).toEqual([])
  })

  test('disappears when the time off is withdrawn', async () => {
    await company.visit(marcus, '2026-03-03T16:30:00Z')
    const id = await goAway(...tuesday)
    expectStatus(await company.remove(`/api/admin/workers/${marcus}/time-off/${id}`), 200)
    expect(await titles()).toEqual([])
  })

  test('is left alone when someone marked it done', async () => {
    const visits = [
      await company.visit(marcus, '2026-03-03T16:30:00Z'),
      await company.visit(marcus, '2026-03-03T20:30:00Z'),
    ]
    await goAway(...tuesday)
    const [{ id }] = (await company.get('/api/admin/tasks')).body.data.items
    expectStatus(await company.post(`/api/admin/tasks/${id}/done`), 200)
    await assign(visits[0]!, sofia)
    expect(await titles()).toEqual([])
  })
})

describe('HQ is asked about visits', () => {
  let visit: string
  beforeEach(async () => {
    visit = await company.visit(marcus, '2026-03-03T16:30:00Z')
  })

  test('of a worker who moves to another franchise', async () => {
    await change(`workers/${marcus}`, { franchiseId: null })
    expect(await titles()).toEqual(['Marcus Lee now works for another franchise: 1 visit affected'])
    await change(`workers/${marcus}`, { franchiseId: denver })
    expect(await titles()).toEqual([])
  })

  test('of a worker who has no hours anymore', async () => {
    const put = (shifts: unknown[]) => company.put(`/api/admin/workers/${marcus}/shifts`, { shifts })
    expectStatus(await put([]), 200)
    expect(await titles()).toEqual(['Marcus Lee has no working hours: 1 visit affected'])
    expectStatus(await put([{ weekday: 1, start: '08:00', end: '12:00' }]), 200)
    expect(await titles()).toEqual([])
  })

  test('of a franchise that is no longer active', async () => {
    await change(`franchises/${denver}`, { active: false })
    expect(await titles()).toEqual(['Move 1 visit: Front Range Gutters is no longer active'])
    await change(`franchises/${denver}`, { active: true })
    expect(await titles()).toEqual([])
  })

  test('on days a franchise closes, by its own calendar', async () => {
    // Still Tuesday in Denver.
    await company.visit(sofia, '2026-03-04T05:00:00Z')
    await change(`franchises/${denver}`, { blackoutDates: ['2026-03-03'] })
    expect(await titles()).toEqual(['Move 2 visits: Front Range Gutters is closed then'])
    const later = { start: '2026-03-05T16:30:00Z', workerId: marcus }
    expectStatus(await company.post(`/api/admin/jobs/${visit}/schedule`, later), 200)
    expect(await titles()).toEqual(['Move 1 visit: Front Range Gutters is closed then'])
    await change(`franchises/${denver}`, { blackoutDates: [] })
    expect(await titles()).toEqual([])
  })

  test('for one reason at a time: a worker who left replaces a worker who moved', async () => {
    await change(`workers/${marcus}`, { franchiseId: null })
    await change(`workers/${marcus}`, { active: false })
    expect(await titles()).toEqual(['Marcus Lee no longer works here: 1 visit affected'])
  })
})
