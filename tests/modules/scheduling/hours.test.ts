import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, workers } from '../../../db/schema'
import type { DayHours } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, denver, marcus, sofia } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
  await admin.put(`/api/admin/workers/${marcus}/shifts`, {
    shifts: [
      { weekday: 1, start: '13:00', end: '17:30' },
      { weekday: 1, start: '08:00', end: '12:00' },
      { weekday: 2, start: '06:00', end: '24:00' },
    ],
  })
})
afterEach(() => admin.close())

/** 2026-03-09 is a Monday, the first one of daylight saving time in Denver. */
const monday = '2026-03-09'

async function hoursOf(workerId: string, date = monday) {
  const { body } = expectStatus(await admin.get(`/api/admin/dispatch/hours?date=${date}`), 200)
  return (body.data as DayHours).workers.find((worker) => worker.workerId === workerId)
}
const giveTimeOff = (startsAt: string, endsAt: string, reason?: string) =>
  admin.post(`/api/admin/workers/${marcus}/time-off`, { startsAt, endsAt, reason })

describe('the hours of a day', () => {
  test("are that weekday's shifts, in order, in the franchise's time zone", async () => {
    expect(await hoursOf(marcus)).toEqual({
      workerId: marcus,
      date: monday,
      timeZone: 'America/Denver',
      closed: false,
      shifts: [
        { start: '08:00', end: '12:00' },
        { start: '13:00', end: '17:30' },
      ],
      timeOff: [],
      overtimeMinutes: 0,
    })
    expect((await hoursOf(marcus, '2026-03-10'))?.shifts).toEqual([{ start: '06:00', end: '24:00' }])
  })

  test('include the part of a time off that falls on the day', async () => {
    // Denver is six hours behind: from 14:00 on Monday until 09:30 on Wednesday.
    await giveTimeOff('2026-03-09T20:00:00Z', '2026-03-11T15:30:00Z', 'Dentist')
    const off = async (date: string) => (await hoursOf(marcus, date))?.timeOff
    expect(await off('2026-03-08')).toEqual([])
    expect(await off(monday)).toEqual([{ start: '14:00', end: '24:00', reason: 'Dentist' }])
    expect(await off('2026-03-10')).toEqual([{ start: '00:00', end: '24:00', reason: 'Dentist' }])
    expect(await off('2026-03-11')).toEqual([{ start: '00:00', end: '09:30', reason: 'Dentist' }])
    expect(await off('2026-03-12')).toEqual([])
  })

  test('come for several days at once', async () => {
    await giveTimeOff('2026-03-10T12:00:00Z', '2026-03-10T18:00:00Z', 'Dentist')
    const { body } = expectStatus(await admin.get(`/api/admin/dispatch/hours?date=${monday}&days=7`), 200)
    const week = (body.data as DayHours).workers.filter(({ workerId }) => workerId === marcus)
    expect(week.map(({ date, shifts, timeOff }) => [date, shifts.length, timeOff.length])).toEqual([
      ['2026-03-09', 2, 0],
      ['2026-03-10', 1, 1],
      ['2026-03-11', 0, 0],
      ['2026-03-12', 0, 0],
      ['2026-03-13', 0, 0],
      ['2026-03-14', 0, 0],
      ['2026-03-15', 0, 0],
    ])
    expectStatus(await admin.get(`/api/admin/dispatch/hours?date=${monday}&days=8`), 400)
  })

  test('say when the whole franchise is closed', async () => {
    await admin.deps.store.write((tx) =>
      tx
        .update(franchises)
        .set({ blackoutDates: [monday] })
        .where(eq(franchises.id, denver)),
    )
    expect((await hoursOf(marcus))?.closed).toBe(true)
    expect((await hoursOf(marcus, '2026-03-10'))?.closed).toBe(false)
  })

  test('leave out former workers, and need a date', async () => {
    await admin.deps.store.write((tx) =>
      tx.update(workers).set({ active: false }).where(eq(workers.id, sofia)),
    )
    expect(await hoursOf(sofia)).toBeUndefined()
    expectStatus(await admin.get('/api/admin/dispatch/hours?date=monday'), 400)
  })
})
