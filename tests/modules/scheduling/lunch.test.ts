import { afterEach, beforeEach, expect, test } from 'bun:test'
import { expectStatus } from '../../support/admin'
import { denver, marcus } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const setLunch = async (minutes: number, from: string, until: string) =>
  expectStatus(
    await company.patch('/api/admin/settings/hours', { values: { lunch: { minutes, from, until } } }),
    200,
  )
const tomorrow = '2026-03-03'

test('dispatch sends nobody during lunch, unless they have their own', async () => {
  const id = await company.waiting({ preferredDate: tomorrow, preferredTime: '12:00-14:00' })
  const planned = async () => actionFor(await company.dispatch('?dryRun=true'), id)
  expect((await planned()).start).toBe('2026-03-03T19:00:00.000Z')
  await setLunch(120, '12:00', '12:00')
  expect((await planned()).start).toBe('2026-03-03T21:00:00.000Z')
  const none = { minutes: 0, from: '12:00', until: '12:00' }
  expectStatus(await company.patch(`/api/admin/workers/${marcus}`, { lunch: none }), 200)
  expect(await planned()).toMatchObject({ worker: marcus, start: '2026-03-03T19:00:00.000Z' })
})

test('the board and the phone show lunch between the visits', async () => {
  await company.visit(marcus, '2026-03-03T18:00:00Z')
  const { token } = expectStatus(await company.post(`/api/admin/workers/${marcus}/tokens`), 201).body.data
  const board = async () => {
    const path = `/api/admin/dispatch/drives?date=${tomorrow}&franchiseId=${denver}`
    const crew = expectStatus(await company.get(path), 200).body.data.workers as {
      workerId: string
      days: { lunch: unknown }[]
    }[]
    return crew.find(({ workerId }) => workerId === marcus)?.days[0]?.lunch
  }
  const phone = async () =>
    expectStatus(await company.call('GET', `/api/work/jobs?date=${tomorrow}`, { token }), 200).body.data.lunch
  expect([await board(), await phone()]).toEqual([null, null])
  await setLunch(30, '11:30', '13:00')
  expect(await board()).toEqual({ start: '12:00', end: '12:30' })
  expect(await phone()).toEqual({ start: '2026-03-03T19:00:00.000Z', end: '2026-03-03T19:30:00.000Z' })
})

test('lunch can only start between its earliest and its latest time', async () => {
  const lunch = { minutes: 30, from: '13:00', until: '11:00' }
  const refused = await company.patch(`/api/admin/workers/${marcus}`, { lunch })
  expect(expectStatus(refused, 400).body.details).toContain(
    'lunch.until: must not be before the earliest start',
  )
})
