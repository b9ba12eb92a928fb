import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { franchises, jobs, serviceTypes, workers, workerShifts } from '../../../db/schema'
import { timePreference, offeredWindows } from '../../../src/lib/arrival-windows'
import type { Availability } from '../../../src/modules/scheduling/availability/model'
import { expectStatus } from '../../support/admin'
import { booking, denver, marcus, sofia } from '../../support/world'
import { actionFor, startCompany, type Company } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const here = { lat: '39.74', lng: '-104.98', service: 'Gutter cleaning' }
let clients = 0

const ask = (query: Record<string, string>) =>
  company.call('GET', `/api/availability?${String(new URLSearchParams(query))}`, {
    from: `198.51.100.${++clients % 250}`,
  })

const available = async (query: Record<string, string> = {}): Promise<Availability> =>
  expectStatus(await ask({ ...here, ...query }), 200).body.data

const windowsOf = ({ windows }: Availability) =>
  windows.map(({ date, window }) => `${date.slice(5)} ${window}`)
const dayOff = (id: string) =>
  company.deps.store.write((tx) => tx.delete(workerShifts).where(eq(workerShifts.workerId, id)))

test('offered labels are understood as what they say', () => {
  for (const { label, from, until } of offeredWindows) expect(timePreference(label)).toEqual({ from, until })
})

describe('extras', () => {
  const extras = [{ label: 'Downspout flush', priceCents: 2_500, minutes: 75 }]

  test('lengthen the visit wherever it is planned', async () => {
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ extras }))
    const plain = await available({ days: '1' })
    const longer = await available({ days: '1', addOns: 'A song, downspout flush' })
    expect([plain.service.minutes, longer.service.minutes]).toEqual([45, 120])
    const created = await company.call('POST', '/api/jobs/create', {
      body: {
        ...booking,
        addOns: ['Downspout flush'],
        gutterLength: null,
        price: 500,
        preferredDate: null,
        preferredTime: null,
      },
    })
    const { id } = expectStatus(created, 201).body.data.job
    await company.deps.background.idle()
    const place = { placeState: 'placed', lat: 39.74, lng: -104.98 } as const
    await company.deps.store.write((tx) => tx.update(jobs).set(place).where(eq(jobs.id, id)))
    await company.dispatch()
    const { scheduledStart, scheduledEnd } = await company.job(id)
    expect((scheduledEnd! - scheduledStart!) / 60_000).toBe(120)
  })
})

describe('arrival windows', () => {
  test('are offered within working hours, from a while after now', async () => {
    company.clock.set('2026-03-02T21:30:00Z')
    const answer = await available({ days: '2' })
    expect(answer).toMatchObject({
      timeZone: 'America/Denver',
      franchise: { id: denver, name: 'Front Range Gutters' },
      service: { id: 'service-cleaning', label: 'Gutter cleaning', minutes: 45 },
      place: { lat: 39.74, lng: -104.98 },
      reason: null,
    })
    expect(windowsOf(answer)).toEqual([
      '03-02 14:00-16:00',
      '03-02 16:00-18:00',
      '03-03 08:00-10:00',
      '03-03 10:00-12:00',
      '03-03 12:00-14:00',
      '03-03 14:00-16:00',
      '03-03 16:00-18:00',
    ])
    expect(answer.windows[2]).toMatchObject({
      start: '2026-03-03T15:00:00.000Z',
      end: '2026-03-03T17:00:00.000Z',
    })
    expect(answer.windows.filter(({ recommended }) => recommended)).toHaveLength(1)
  })

  test("aren't offered when they're taken, including by jobs waiting for their visit", async () => {
    await dayOff(sofia)
    const query = { from: '2026-03-03', days: '1', stories: '2', gutterLength: '100' }
    expect((await available(query)).service.minutes).toBe(75)
    const before = windowsOf(await available(query))
    await company.visit(marcus, '2026-03-03T15:00:00Z')
    await company.visit(marcus, '2026-03-03T16:10:00Z')
    const after = windowsOf(await available(query))
    expect(before.filter((window) => !after.includes(window))).toEqual(['03-03 08:00-10:00'])
    const rest = { preferredDate: '2026-03-03', preferredTime: '12:00-12:30', gutterLength: 1500, stories: 1 }
    await company.waiting(rest)
    expect(windowsOf(await available(query))).toEqual(['03-03 10:00-12:00'])
  })

  test("aren't offered on closed days and Sundays, even beyond the planned days", async () => {
    await company.deps.store.write((tx) =>
      tx
        .update(franchises)
        .set({ blackoutDates: ['2026-03-04', '2026-03-17'] })
        .where(eq(franchises.id, denver)),
    )
    const dates = new Set((await available({ days: '31' })).windows.map(({ date }) => date.slice(5)))
    expect([...dates].slice(0, 12)).toEqual([
      '03-02',
      '03-03',
      '03-05',
      '03-06',
      '03-09',
      '03-10',
      '03-11',
      '03-12',
      '03-13',
      '03-16',
      '03-18',
      '03-19',
    ])
    expect((await available({ from: '2026-06-10' })).windows).toEqual([])
    expect((await available({ from: '2026-01-01', days: '1' })).windows[0]?.date).toBe('2026-03-02')
  })

  test('on later days take earlier requests into account', async () => {
    await dayOff(sofia)
    const query = { from: '2026-03-12', days: '1' }
    expect(windowsOf(await available(query))).toContain('03-12 08:00-10:00')
    await company.waiting({
      preferredDate: '2026-03-12',
      preferredTime: '8:00-8:30',
      gutterLength: 2_600,
      stories: 1,
    })
    expect(windowsOf(await available(query))).toEqual(['03-12 14:00-16:00', '03-12 16:00-18:00'])
  })

  test('say why there are none', async () => {
    const reason = async (query: Record<string, string> = {}) => {
      const answer = await available(query)
      return [answer.reason, answer.windows.length]
    }
    expect(await reason({ lat: '45', lng: '-100' })).toEqual(['out_of_area', 0])
    const { store } = company.deps
    await store.write((tx) => tx.update(serviceTypes).set({ skills: ['roof'] }))
    expect(await reason()).toEqual(['no_skill', 0])
    await store.write((tx) => tx.update(serviceTypes).set({ skills: [], baseMinutes: null }))
    expect(await reason()).toEqual(['no_duration', 0])
    await store.write((tx) => tx.update(serviceTypes).set({ baseMinutes: 900 }))
    expect(await reason()).toEqual(['no_capacity', 0])
    expect(await reason({ from: '2026-06-10' })).toEqual(['too_early', 0])
  })
})

describe('an availability question', () => {
  test('must say where and what for, and lists everything wrong at once', async () => {
    const faults = async (query: Record<string, string>) =>
      (expectStatus(await ask(query), 400).body.details as string[])
        .map((fault) => fault.split(':')[0])
        .toSorted()
    expect(await faults({})).toEqual(['address', 'service'])
    expect(await faults({ ...here, lng: '' })).toEqual(['lng'])
    expect(await faults({ service: 'x', lat: '39' })).toEqual(['lng'])
    expect(await faults({ ...here, lat: '91', days: '0', from: 'tomorrow' })).toEqual(['days', 'from', 'lat'])
    expect(await faults({ ...here, days: '1e1', stories: '-1' })).toEqual(['days', 'stories'])
  })

  test('about an unknown or retired service is a 404, and its id works like its label', async () => {
    expect((await ask({ ...here, service: 'Chimney sweeping' })).status).toBe(404)
    expect((await available({ service: 'gutter CLEANING' })).windows.length).toBeGreaterThan(0)
    expect((await available({ service: 'service-cleaning' })).windows.length).toBeGreaterThan(0)
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ active: false }))
    expect((await ask(here)).status).toBe(404)
  })

  test('can be asked thirty times a minute', async () => {
    const knock = () => company.call('GET', '/api/availability', { from: '192.0.2.9' })
    for (let asked = 0; asked < 30; asked += 1) expect((await knock()).status).toBe(400)
    expect((await knock()).status).toBe(429)
  })

  test('about an address is answered as a booking would locate it', async () => {
    const { lat: _, lng: __, ...rest } = here
    const answer = expectStatus(await ask({ ...rest, address: booking.address }), 200).body
      .data as Availability
    expect(answer).toMatchObject({ franchise: { id: denver }, place: { lat: 39.7491, lng: -104.9946 } })
    const lost = expectStatus(await ask({ ...rest, address: 'qqqq zzzz xxxx' }), 200).body
      .data as Availability
    expect(lost).toMatchObject({ reason: 'no_place', place: null, windows: [] })
  })
})

test("every offered window is kept when it's booked and dispatch runs right after", async () => {
  // Little room: three visits a day each, and one of the two works only in the morning.
  await company.deps.store.write(async (tx) => {
    await tx.update(workers).set({ maxJobsPerDay: 3 })
    await tx.update(workerShifts).set({ endMinute: 780 }).where(eq(workerShifts.workerId, sofia))
  })
  const wish = {
    address: booking.address,
    service: booking.type,
    gutterLength: '100',
    stories: '2',
    days: '6',
  }
  let kept = 0
  for (let customer = 0; customer < 24; customer += 1) {
    const { windows } = expectStatus(await ask(wish), 200).body.data as Availability
    const chosen = windows[(customer * 7) % windows.length]
    if (!chosen) break
    const body = {
      ...booking,
      customerEmail: `customer-${customer}@example.com`,
      preferredDate: chosen.date,
      preferredTime: chosen.window,
    }
    const from = `203.0.113.${customer}`
    const booked = expectStatus(await company.call('POST', '/api/jobs/create', { body, from }), 201).body.data
      .job
    await company.deps.background.idle()
    // Every third time another customer books before dispatch runs.
    if (customer % 3 === 2) continue
    const action = actionFor(await company.dispatch(), booked.id)
    expect(action).toMatchObject({ type: 'assigned' })
    expect(action.start! >= chosen.start && action.start! <= chosen.end).toBe(true)
    kept += 1
  }
  expect(kept).toBeGreaterThan(10)
  const waiting = await company.dispatch()
  expect(waiting.actions.filter(({ type }) => type !== 'assigned')).toEqual([])
})
