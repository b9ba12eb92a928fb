import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { workers } from '../../../db/schema'
import type { Drives } from '../../../src/modules/scheduling/dispatch/model'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { addWorld, booking, denver, marcus, sofia } from '../../support/world'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
  await addWorld(admin)
  await admin.put(`/api/admin/workers/${marcus}/shifts`, {
    shifts: [1, 2, 3].map((weekday) => ({ weekday, start: '08:00', end: '16:00' })),
  })
})
afterEach(() => admin.close())

/** A Monday. */
const monday = '2026-03-09'

async function dayOf(workerId: string, date = monday) {
  const { body } = expectStatus(await admin.get(`/api/admin/dispatch/drives?date=${monday}&days=3`), 200)
  const { workers: crew } = body.data as Drives
  return crew.find((worker) => worker.workerId === workerId)?.days.find((day) => day.date === date)
}

async function visit(address: string, start: string, end: string): Promise<string> {
  const { body } = expectStatus(
    await admin.post('/api/admin/jobs', { ...booking, address, franchiseId: denver }),
    201,
  )
  await admin.deps.background.idle()
  const { id } = body.data.job
  const times = { start: `${monday}T${start}:00Z`, end: `${monday}T${end}:00Z` }
  expectStatus(
    await admin.post(`/api/admin/jobs/${id}/schedule`, { ...times, workerId: marcus, tellCustomer: false }),
    200,
  )
  return id
}

describe('the drives of a day', () => {
  test('lead from home to each visit in order and back, with the hours booked and available', async () => {
    const set = { homeLat: 39.74, homeLng: -104.99 }
    await admin.deps.store.write((tx) => tx.update(workers).set(set).where(eq(workers.id, marcus)))
    const late = await visit('1600 Pearl St, Boulder, CO 80302', '18:00', '19:30')
    const early = await visit('1420 Larimer St, Denver, CO 80202', '15:00', '16:00')
    const day = await dayOf(marcus)
    expect([day?.availableMinutes, day?.bookedMinutes]).toEqual([480, 150])
    expect(day?.legs.map(({ from, to }) => [from, to])).toEqual([
      [null, early],
      [early, late],
      [late, null],
    ])
    const [toFirst = 0, toBoulder = 0] = day?.legs.map(({ minutes }) => minutes) ?? []
    expect(toBoulder).toBeGreaterThan(toFirst)
    expect(toBoulder).toBeGreaterThan(15)
    expect(await dayOf(marcus, '2026-03-10')).toMatchObject({ bookedMinutes: 0, legs: [] })
  })

  test('leave out time off, and everything on a closed day', async () => {
    await admin.post(`/api/admin/workers/${marcus}/time-off`, {
      startsAt: `${monday}T14:00:00Z`,
      endsAt: `${monday}T16:00:00Z`,
    })
    expect((await dayOf(marcus))?.availableMinutes).toBe(360)
    await admin.patch(`/api/admin/franchises/${denver}`, { blackoutDates: [monday] })
    expect((await dayOf(marcus))?.availableMinutes).toBe(0)
    expect((await dayOf(sofia))?.legs).toEqual([])
  })

  test('are read for a week at most', async () => {
    for (const days of ['0', '8', 'week'])
      expectStatus(await admin.get(`/api/admin/dispatch/drives?date=${monday}&days=${days}`), 400)
  })
})
