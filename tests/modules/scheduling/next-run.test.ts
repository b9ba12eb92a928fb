import { afterEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { jobs } from '../../../db/schema'
import { nextSlot } from '../../../src/lib/timetable'
import { taskNamed, timetableOf } from '../../../src/modules/operations/scheduled-tasks/registry'
import type { Availability } from '../../../src/modules/scheduling/availability/model'
import { nextDispatchRun } from '../../../src/modules/scheduling/dispatch/timetable'
import type { Place } from '../../../src/providers/geocoder'
import { expectStatus } from '../../support/admin'
import { booking, denver, marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company | undefined
afterEach(async () => {
  await company?.close()
  company = undefined
})

let clients = 0

/** One worker with these hours from Monday to Saturday, in a company in this time zone. */
async function start(now: string, hours: [start: string, end: string], timeZone = 'America/Denver') {
  const started = (company = await startCompany({ BUSINESS_TIMEZONE: timeZone }))
  started.clock.set(now)
  await started.patch(`/api/admin/workers/${sofia}`, { active: false })
  const shifts = [1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, start: hours[0], end: hours[1] }))
  await started.put(`/api/admin/workers/${marcus}/shifts`, { shifts })
  return started
}

async function windows(
  { call }: Company,
  query: Record<string, string> = {},
): Promise<Availability['windows']> {
  const asked = new URLSearchParams({ service: 'Gutter cleaning', days: '4', ...query })
  const from = `198.51.100.${++clients % 250}`
  return expectStatus(await call('GET', `/api/availability?${String(asked)}`, { from }), 200).body.data
    .windows
}

const here = { lat: '39.74', lng: '-104.98' }
const named = (list: Availability['windows']) => list.map(({ date, window }) => `${date} ${window}`)

/** Books the window with that name as often as it's offered, and runs dispatch when it's next due. */
async function bookOut(started: Company, name: string, place: { lat: number; lng: number }) {
  const ids: string[] = []
  const query = { lat: String(place.lat), lng: String(place.lng) }
  while (ids.length < 20) {
    const chosen = (await windows(started, query)).find(({ date, window }) => `${date} ${window}` === name)
    if (!chosen) break
    const wish = { preferredDate: chosen.date, preferredTime: chosen.window }
    ids.push(await started.waiting({ ...place, ...wish }))
  }
  const { clock, deps } = started
  const slot = nextSlot(timetableOf(taskNamed('auto-dispatch')!, deps.settings), clock.now())!
  // Timers are never early.
  clock.set(new Date(slot + 40).toISOString())
  const run = await started.dispatch()
  return ids.map((id) => actionFor(run, id).type)
}

describe('offered windows still fit when dispatch next runs:', () => {
  test('in the evening nothing on the same day is offered', async () => {
    const started = await start('2026-03-03T01:05:00Z', ['08:00', '21:00'])
    expect(named(await windows(started, here))[0]).toBe('2026-03-03 08:00-10:00')
  })

  test('in the early morning only what fits after seven', async () => {
    const started = await start('2026-03-03T02:05:00Z', ['06:00', '17:00'])
    expect(await bookOut(started, '2026-03-03 06:00-08:00', { lat: 39.74, lng: -104.98 })).toEqual([
      'assigned',
    ])
  })

  test("on the other side of the world it runs in the business's time zone", async () => {
    const started = await start('2026-03-02T23:30:00Z', ['08:00', '18:00'], 'America/New_York')
    await started.patch(`/api/admin/franchises/${denver}`, { timeZone: 'Australia/Lord_Howe' })
    expect(named(await windows(started, here))[0]).toBe('2026-03-04 08:00-10:00')
  })

  test('right after a run the drive starts with the next one', async () => {
    for (const lng of [-105.05, -105, -104.95]) {
      const started = await start('2026-03-03T16:00:20Z', ['08:00', '17:00'])
      await started.patch(`/api/admin/workers/${marcus}`, { homeLat: 39.61, homeLng: -105.19 })
      const place = { lat: 39.7, lng }
      const became = await bookOut(started, '2026-03-03 08:00-10:00', place)
      expect([lng, became]).toEqual([lng, lng === -104.95 ? [] : ['assigned']])
      await started.close()
      company = undefined
    }
  })

  test('a run about to start may be missed while someone books', async () => {
    const { deps } = await start('2026-03-02T15:00:00Z', ['08:00', '17:00'])
    const after = (now: string) => new Date(nextDispatchRun(deps, Date.parse(now))).toISOString().slice(0, 16)
    expect(after('2026-03-02T16:01:00Z')).toBe('2026-03-02T16:16')
    expect(after('2026-03-02T16:12:00Z')).toBe('2026-03-02T16:31')
    // Saturday evening; the clocks go forward on Sunday.
    expect(after('2026-03-08T01:30:00Z')).toBe('2026-03-09T13:01')
  })
})

describe('a window is sold once', () => {
  const asked = { ...here, gutterLength: '100', stories: '2' }
  const found: Place = { lat: 39.74, lng: -104.98, label: 'Denver', precision: 'zip', zip: '80202' }
  const kinds = {
    'is not paid yet': { paymentId: 'pi_1', paymentStatus: 'pending' },
    'is not on the map yet': {},
  }
  for (const [what, fields] of Object.entries(kinds))
    test(`even while the booking ${what}`, async () => {
      const started = await start('2026-03-02T15:00:00Z', ['08:00', '09:30'])
      await started.put(`/api/admin/workers/${marcus}/shifts`, {
        shifts: [{ weekday: 2, start: '08:00', end: '09:30' }],
      })
      const [chosen, ...others] = await windows(started, asked)
      expect([chosen?.window, others]).toEqual(['08:00-10:00', []])
      const { promise: search, resolve } = Promise.withResolvers<Place[]>()
      started.deps.providers.geocoder.search = () => search
      const findIt = () => {
        resolve([found])
        return started.deps.background.idle()
      }
      const body = { ...booking, ...fields, preferredDate: chosen!.date, preferredTime: chosen!.window }
      const booked = expectStatus(await started.call('POST', '/api/jobs/create', { body }), 201).body.data.job
      if (what === 'is not paid yet') await findIt()
      expect(await windows(started, asked)).toEqual([])

      // Dispatch gives it to nobody else either, and to the customer once all is well.
      const other = await started.waiting({
        preferredDate: chosen!.date,
        gutterLength: 100,
        stories: 2,
        priority: 10,
      })
      expect(actionFor(await started.dispatch(), other)).toMatchObject({ reason: 'no_capacity' })
      await findIt()
      await started.deps.store.write((tx) =>
        tx.update(jobs).set({ paymentState: 'paid' }).where(eq(jobs.id, booked.id)),
      )
      expect(actionFor(await started.dispatch(), booked.id)).toMatchObject({ type: 'assigned' })
    })

  test('but is free again when it was promised to nobody', async () => {
    const started = await start('2026-03-02T15:00:00Z', ['08:00', '09:30'])
    await started.waiting({ paymentId: 'pi_1', paymentStatus: 'pending', preferredDate: '2026-03-03' })
    expect(named(await windows(started, { ...here, days: '2' }))).toContain('2026-03-03 08:00-10:00')
  })
})
