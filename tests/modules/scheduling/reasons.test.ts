import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import {
  activity,
  franchises,
  hqTasks,
  serviceTypes,
  workers,
  workerShifts,
  workerTimeOff,
} from '../../../db/schema'
import { denver, marcus } from '../../support/world'
import { actionFor, startCompany, type Company, type JobFields } from './company'

let company: Company
beforeEach(async () => {
  company = await startCompany()
})
afterEach(() => company.close())

const hour = 3_600_000

/** A run's words about one waiting job. */
async function verdictOn(fields: JobFields) {
  const id = await company.waiting(fields)
  const { type, reason, detail } = actionFor(await company.dispatch(), id)
  return { id, type, reason, detail }
}

const nobodyWorks = () => company.deps.store.write((tx) => tx.delete(workerShifts))

describe('HQ gets a to-do at once', () => {
  test('when nobody has the skills', async () => {
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ skills: ['gutter', 'Roof'] }))
    expect(await verdictOn({})).toMatchObject({
      type: 'escalated',
      reason: 'no_skill',
      detail: 'No active technician of the franchise has all of these skills: gutter, Roof.',
    })
  })

  test("when the address can't be located, under the same kind that bookings use", async () => {
    const { id, type, reason } = await verdictOn({ placeState: 'unknown', lat: null, lng: null })
    expect([type, reason]).toEqual(['escalated', 'no_place'])
    expect(await company.openTasks()).toEqual([`job.unplaced ${id}`])
  })

  test('when the service is unknown or has no duration', async () => {
    expect(await verdictOn({ type: 'Chimney sweeping' })).toMatchObject({
      type: 'escalated',
      reason: 'no_duration',
      detail: 'There is no service with this name.',
    })
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ baseMinutes: null }))
    expect(await verdictOn({})).toMatchObject({ type: 'escalated', reason: 'no_duration' })
  })

  test('when the request is for a Sunday or a day the franchise is closed', async () => {
    await company.deps.store.write((tx) =>
      tx
        .update(franchises)
        .set({ blackoutDates: ['2026-03-04'] })
        .where(eq(franchises.id, denver)),
    )
    for (const preferredDate of ['2026-03-04', '2026-03-08'])
      expect(await verdictOn({ preferredDate })).toMatchObject({ type: 'escalated', reason: 'closed_day' })
  })

  test('when the requested time is over', async () => {
    expect(await verdictOn({ preferredDate: '2026-02-27' })).toMatchObject({
      type: 'escalated',
      reason: 'window_closing',
      detail: 'The preferred time has passed.',
    })
  })
})

describe('a job is retried later', () => {
  test('when nobody has room', async () => {
    await nobodyWorks()
    expect(await verdictOn({})).toMatchObject({ type: 'skipped', reason: 'no_capacity' })
    expect(await company.openTasks()).toEqual([])
  })

  test("when it's on hold, whatever else is wrong with it", async () => {
    expect(await verdictOn({ held: true, preferredDate: '2026-02-27' })).toMatchObject({
      type: 'skipped',
      reason: 'held',
    })
  })

  test("when its day isn't planned yet", async () => {
    expect(await verdictOn({ preferredDate: '2026-03-20', createdAt: 0 })).toMatchObject({
      type: 'skipped',
      reason: 'too_early',
    })
  })

  test('while its address is being located', async () => {
    expect(await verdictOn({ placeState: 'waiting', lat: null, lng: null })).toMatchObject({
      type: 'skipped',
      reason: 'not_placed_yet',
    })
  })
})

describe('a payment', () => {
  const cases: [what: string, fields: JobFields, waits: boolean][] = [
    ['none', {}, false],
    ['pay later', { paymentStatus: 'pay_later' }, false],
    ['pending without an id', { paymentStatus: 'pending' }, false],
    ['a card on file', { paymentId: 'seti_1', paymentStatus: 'card_on_file' }, false],
    ['claimed as charged', { paymentId: 'pi_1', paymentStatus: 'charged' }, true],
    ['named only', { paymentId: 'pi_2' }, true],
    ['failed', { paymentId: 'pi_3', paymentStatus: 'charged', paymentState: 'failed' }, true],
    ['confirmed', { paymentId: 'pi_4', paymentStatus: 'charged', paymentState: 'paid' }, false],
    ['free of charge', { paymentId: 'pi_5', priceCents: 0, totalCents: 0 }, false],
  ]
  for (const [what, fields, waits] of cases)
    test(`${what}: the visit ${waits ? 'waits for it' : 'is planned'}`, async () => {
      const { type, reason } = await verdictOn(fields)
      expect([type, reason]).toEqual(waits ? ['skipped', 'awaiting_payment'] : ['assigned', 'best_fit'])
    })
})

describe('when time is short, HQ gets a to-do', () => {
  test('less than a day before the requested window closes', async () => {
    await nobodyWorks()
    const soon = await verdictOn({ preferredDate: '2026-03-03', preferredTime: '8-9' })
    expect([soon.type, soon.reason]).toEqual(['skipped', 'no_capacity'])
    company.clock.advance(1.5 * hour)
    const run = await company.dispatch()
    expect(actionFor(run, soon.id)).toMatchObject({ type: 'escalated', reason: 'window_closing' })
    expect(actionFor(run, soon.id).detail).toBe(
      'The preferred time is less than a day away, and nobody is free then. Nobody has room for it in the next few days.',
    )
  })

  test('after two days of waiting, but not for a request that lies ahead', async () => {
    await nobodyWorks()
    const now = company.clock.now()
    const waited = await verdictOn({ createdAt: now - 49 * hour })
    expect(waited).toMatchObject({ type: 'escalated', reason: 'waiting_too_long' })
    expect(await verdictOn({ createdAt: now - 47 * hour })).toMatchObject({ type: 'skipped' })
    const ahead = { createdAt: now - 200 * hour, preferredDate: '2026-03-06' }
    expect(await verdictOn(ahead)).toMatchObject({ type: 'skipped', reason: 'no_capacity' })
  })

  test('about a missing payment too', async () => {
    const fields = { paymentId: 'pi_1', paymentStatus: 'charged', createdAt: company.clock.now() - 49 * hour }
    const verdict = await verdictOn(fields)
    expect(verdict).toMatchObject({ type: 'escalated', reason: 'awaiting_payment' })
    expect(verdict.detail).toContain('payment')
  })

  const asked = () => company.deps.store.read.select().from(hqTasks).where(eq(hqTasks.state, 'open'))

  test("naming what's missing: a payment or a place when it isn't room", async () => {
    const soon = { preferredDate: '2026-03-02', preferredTime: '14:00-16:00' }
    await verdictOn({ ...soon, paymentId: 'pi_1', paymentStatus: 'pending' })
    await verdictOn({ ...soon, placeState: 'waiting', lat: null, lng: null })
    const tasks = (await asked()).toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
    expect(tasks).toMatchObject([
      { kind: 'dispatch.awaiting-payment', title: expect.stringContaining("isn't paid yet") },
      { kind: 'dispatch.not-placed-yet', title: expect.stringContaining('has no location yet') },
    ])
    for (const { detail } of tasks) expect(detail).not.toContain('nobody is free')
    company.clock.set('2026-03-03T15:00:00Z')
    await company.dispatch()
    expect((await asked()).map(({ kind }) => kind).toSorted()).toEqual(tasks.map(({ kind }) => kind))
  })

  test('two days after a job was unscheduled, however long ago it was booked', async () => {
    const now = company.clock.now()
    const id = await company.waiting({ createdAt: now - 240 * hour })
    await company.dispatch()
    await nobodyWorks()
    company.clock.set('2026-03-02T16:00:00Z')
    expect((await company.post(`/api/admin/jobs/${id}/move`, { to: 'pending' })).status).toBe(200)
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ type: 'skipped', reason: 'no_capacity' })
    company.clock.advance(49 * hour)
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ reason: 'waiting_too_long' })
  })
})

describe('a dispatch to-do', () => {
  const tasks = () => company.deps.store.read.select().from(hqTasks)

  test('is raised once per job and reason, however often dispatch runs', async () => {
    await company.waiting({ type: 'Chimney sweeping' })
    await company.waiting({ placeState: 'unknown', lat: null, lng: null })
    for (let run = 0; run < 3; run += 1) await company.dispatch()
    const lines = await company.deps.store.read
      .select()
      .from(activity)
      .where(eq(activity.type, 'dispatch.run'))
    expect(lines).toHaveLength(1)
    const asked = (await tasks()).toSorted((one, other) => (one.kind < other.kind ? -1 : 1))
    expect(asked).toMatchObject([
      { kind: 'dispatch.no-duration', state: 'open', franchiseId: denver },
      { kind: 'job.unplaced', state: 'open' },
    ])
  })

  test('is withdrawn when the job has a visit', async () => {
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ baseMinutes: null }))
    const id = await company.waiting()
    await company.dispatch()
    expect(await company.openTasks()).toEqual([`dispatch.no-duration ${id}`])
    await company.deps.store.write((tx) => tx.update(serviceTypes).set({ baseMinutes: 45 }))
    expect((await company.dispatch()).assigned).toBe(1)
    expect(await tasks()).toMatchObject([{ state: 'done', doneBy: 'truckroll' }])
  })

  test('is withdrawn when someone scheduled, held or canceled the job', async () => {
    await nobodyWorks()
    const stuck = { createdAt: company.clock.now() - 60 * hour }
    const [scheduled, held, cancelled] = [
      await company.waiting(stuck),
      await company.waiting(stuck),
      await company.waiting(stuck),
    ]
    await company.dispatch()
    expect(await company.openTasks()).toHaveLength(3)
    const visit = { start: '2026-03-05T16:00:00Z', workerId: marcus }
    expect((await company.post(`/api/admin/jobs/${scheduled}/schedule`, visit)).status).toBe(200)
    expect((await company.patch(`/api/admin/jobs/${held}`, { held: true })).status).toBe(200)
    const body = { jobId: cancelled }
    expect((await company.call('POST', '/api/customer/cancel', { body })).status).toBe(200)
    await company.dispatch()
    expect(await company.openTasks()).toEqual([])
  })

  test('changes when the reason changes', async () => {
    const id = await company.waiting({ type: 'Chimney sweeping' })
    await company.dispatch()
    await company.patch(`/api/admin/jobs/${id}`, { type: 'Gutter cleaning', lat: 41, lng: -104.98 })
    await company.dispatch()
    expect(await company.openTasks()).toEqual([`dispatch.out-of-area ${id}`])
  })

  test('raised by the booking is withdrawn too once a visit is assigned', async () => {
    const id = await company.waiting({ franchiseId: null })
    const other = await company.waiting({ franchiseId: 'no-such-franchise' })
    await company.dispatch()
    expect(await company.openTasks()).toEqual([`job.no-franchise ${id}`, `job.unknown-franchise ${other}`])
    await company.deps.store.write((tx) =>
      tx.update(workers).set({ franchiseId: null }).where(eq(workers.id, marcus)),
    )
    expect((await company.dispatch()).assigned).toBe(1)
    expect(await company.openTasks()).toEqual([`job.unknown-franchise ${other}`])
  })

  test("doesn't affect other to-dos", async () => {
    const { store, clock } = company.deps
    const about = { kind: 'job.unplaced', subject: 'another' } as const
    const other = { id: 't', ...about, title: 'x', createdAt: clock.now() }
    await store.write((tx) => tx.insert(hqTasks).values(other))
    await company.dispatch()
    expect(await company.openTasks()).toEqual(['job.unplaced another'])
  })
})

describe('working hours:', () => {
  test("a label that isn't understood is planned at any time, and the reason says so", async () => {
    const verdict = await verdictOn({ preferredDate: '2026-03-03', preferredTime: 'teatime' })
    expect(verdict.type).toBe('assigned')
    expect(verdict.detail).toContain("didn't understand")
  })

  test("time off and shifts follow the franchise's time zone, across clock changes too", async () => {
    const { store, clock } = company.deps
    await store.write(async (tx) => {
      await tx.update(workers).set({ active: false }).where(eq(workers.id, marcus))
      await tx.insert(workerTimeOff).values({
        id: 'off',
        workerId: 'worker-sofia',
        startsAt: Date.parse('2026-03-09T00:00:00-06:00'),
        endsAt: Date.parse('2026-03-09T09:30:00-06:00'),
        createdAt: clock.now(),
      })
    })
    company.clock.set('2026-03-06T15:00:00Z')
    const id = await company.waiting({ preferredDate: '2026-03-09', preferredTime: '8-10' })
    // The clocks went forward on Sunday: half past nine is half past three UTC, not half past four.
    expect(actionFor(await company.dispatch(), id)).toMatchObject({ start: '2026-03-09T15:35:00.000Z' })
  })

  test('finished visits count against the day, and finishing early frees the time', async () => {
    await company.deps.store.write((tx) => tx.update(workers).set({ maxJobsPerDay: 2 }))
    company.clock.set('2026-03-02T20:00:00Z')
    for (const worker of [marcus, 'worker-sofia']) {
      const done = await company.visit(worker, '2026-03-02T21:00:00Z')
      await company.post(`/api/admin/jobs/${done}/move`, { to: 'en_route', tellCustomer: false })
      await company.post(`/api/admin/jobs/${done}/move`, { to: 'in_progress', tellCustomer: false })
      expect((await company.post(`/api/admin/jobs/${done}/move`, { to: 'completed' })).status).toBe(200)
    }
    const today = { preferredDate: '2026-03-02', preferredTime: '14:00-15:00' }
    for (let count = 0; count < 3; count += 1) await company.waiting(today)
    expect(await company.dispatch()).toMatchObject({ assigned: 2, escalated: 1, skipped: 0 })
  })
})
