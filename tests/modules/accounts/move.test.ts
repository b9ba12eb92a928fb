import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { hqTasks, jobNotes, jobs, outbox } from '../../../db/schema'
import { startTestApp, type TestApp } from '../../support/app'
import { addWorld, booking, denver, marcus, sofia } from '../../support/world'

const hour = 3_600_000
const ada = 'ada@example.com'

let world: TestApp
beforeEach(async () => {
  world = await startTestApp()
  await addWorld(world)
})
afterEach(() => world.close())

const hq = async (method: string, path: string, body?: unknown) =>
  world.call(method, path, { token: await world.hqToken(), body })

const own = async (method: string, path: string, body?: unknown, email = ada) =>
  world.call(method, path, { token: await world.deps.tokens.proof.issue(email), body })

async function book(fields: Record<string, unknown> = {}): Promise<string> {
  const { status, body } = await world.call('POST', '/api/jobs/create', {
    body: {
      ...booking,
      customerEmail: ada,
      franchiseId: denver,
      preferredDate: '2026-03-05',
      preferredTime: '12:00-14:00',
      ...fields,
    },
  })
  expect(status).toBe(201)
  await world.deps.background.idle()
  return body.data.job.id
}

const times = async (id: string, query = '') =>
  (await own('GET', `/api/account/jobs/${id}/times${query}`)).body.data
const moveTo = (id: string, date: string, window: string, email = ada) =>
  own('POST', `/api/account/jobs/${id}/move`, { date, window }, email)
const jobOf = async (id: string) =>
  (await world.deps.store.read.select().from(jobs).where(eq(jobs.id, id)))[0]!
const account = async () => (await own('GET', '/api/account')).body.data.jobs
const named = (windows: { date: string; window: string }[]) =>
  windows.map(({ date, window }) => `${date} ${window}`)

describe('a customer who needs another time', () => {
  test('keeps the order of their jobs', async () => {
    const repair = await book()
    const paint = await book({ preferredDate: '2026-03-06' })
    const order = { afterJobId: repair, gapMinutes: 0 }
    expect((await hq('PATCH', `/api/admin/jobs/${paint}`, order)).status).toBe(200)
    const [first, second] = [named((await times(repair)).windows), named((await times(paint)).windows)]
    expect(first).toContain('2026-03-06 08:00-10:00')
    expect(first).not.toContain('2026-03-06 10:00-12:00')
    expect(first.some((window) => window > '2026-03-06 10')).toBe(false)
    expect(second).toContain('2026-03-06 08:00-10:00')
    expect(second.some((window) => window < '2026-03-05 15')).toBe(false)
    expect((await moveTo(repair, '2026-03-09', '08:00-10:00')).status).toBe(409)
    const visit = { start: '2026-03-05T21:00:00Z', workerId: marcus, tellCustomer: false }
    expect((await hq('POST', `/api/admin/jobs/${repair}/schedule`, visit)).status).toBe(200)
    expect(named((await times(paint)).windows).some((window) => window < '2026-03-05 15')).toBe(false)
  })

  test('is not offered the window that their visit is in', async () => {
    const id = await book({ preferredDate: null, preferredTime: null })
    // 10:00 AM in Denver.
    const visit = { start: '2026-03-05T17:00:00Z', workerId: marcus, tellCustomer: false }
    expect((await hq('POST', `/api/admin/jobs/${id}/schedule`, visit)).status).toBe(200)
    const windows = named((await times(id)).windows)
    expect(windows).toContain('2026-03-05 08:00-10:00')
    expect(windows).not.toContain('2026-03-05 10:00-12:00')
  })

  test('chooses from the windows that are free, and keeps price and payment', async () => {
    const id = await book()
    const before = await jobOf(id)
    const { windows, from, next } = await times(id)
    expect([from, next]).toEqual(['2026-03-03', '2026-03-10'])
    expect(named(windows)).toContain('2026-03-06 08:00-10:00')
    expect(named(windows)).not.toContain('2026-03-05 12:00-14:00')
    const moved = await moveTo(id, '2026-03-06', '08:00-10:00')
    expect(moved.body.data).toEqual({ date: '2026-03-06', window: '08:00-10:00', status: 'pending' })
    const after = await jobOf(id)
    expect(after).toMatchObject({ preferredDate: '2026-03-06', preferredTime: '08:00-10:00' })
    for (const kept of ['totalCents', 'paidCents', 'paymentState', 'reference', 'bookingRules'] as const)
      expect([kept, after[kept]]).toEqual([kept, before[kept]])
    // They verified their address, so the booking is no longer a stranger's.
    expect(after.confirmedAt).not.toBeNull()
    const [message] = (await world.deps.store.read.select().from(outbox)).filter(
      ({ data }) => 'moved' in data,
    )
    expect(message).toMatchObject({ template: 'booked', recipient: ada })
  })

  test('takes a scheduled visit off the technician’s day, and the office sees why', async () => {
    const id = await book()
    const visit = { start: '2026-03-05T19:00:00Z', workerId: sofia }
    expect((await hq('POST', `/api/admin/jobs/${id}/schedule`, visit)).status).toBe(200)
    expect((await moveTo(id, '2026-03-06', '10:00-12:00')).status).toBe(200)
    expect(await jobOf(id)).toMatchObject({ status: 'pending', workerId: null, scheduledStart: null })
    const { timeline } = (await hq('GET', `/api/admin/jobs/${id}`)).body.data
    expect(timeline.at(-1)).toMatchObject({ kind: 'moved_by_customer', actor: 'customer' })
    const [note] = await world.deps.store.read.select().from(jobNotes).where(eq(jobNotes.jobId, id))
    expect(note?.text).toBe(
      'The customer changed the time from Thursday, March 5, 12–2 PM to Friday, March 6, 10 AM–12 PM.',
    )
    // Somebody placed it by hand, so they hear of it until it is scheduled again.
    const open = async () =>
      (await world.deps.store.read.select().from(hqTasks)).filter(
        ({ kind, state }) => kind === 'job.moved' && state === 'open',
      )
    expect(await open()).toHaveLength(1)
    const again = { start: '2026-03-06T18:00:00Z', workerId: sofia }
    expect((await hq('POST', `/api/admin/jobs/${id}/schedule`, again)).status).toBe(200)
    expect(await open()).toEqual([])
  })

  test('can take a window that only their own visit was in the way of', async () => {
    const id = await book()
    for (const workerId of [sofia, marcus]) {
      const off = { startsAt: '2026-03-05T00:00:00Z', endsAt: '2026-03-05T19:00:00Z' }
      if (workerId === marcus) off.endsAt = '2026-03-07T00:00:00Z'
      expect((await hq('POST', `/api/admin/workers/${workerId}/time-off`, off)).status).toBe(201)
    }
    const visit = { start: '2026-03-05T19:00:00Z', end: '2026-03-06T00:00:00Z', workerId: sofia }
    expect((await hq('POST', `/api/admin/jobs/${id}/schedule`, visit)).status).toBe(200)
    expect(named((await times(id)).windows)).toContain('2026-03-05 14:00-16:00')
  })

  test('only by the policy: until some hours before, and so many times', async () => {
    const phone = { values: { phone: '(303) 555-0100' } }
    expect((await hq('PATCH', '/api/admin/settings/business', phone)).status).toBe(200)
    const id = await book()
    expect((await account())[0].move).toEqual({ until: '2026-03-05T07:00:00.000Z', left: 2 })
    expect((await moveTo(id, '2026-03-06', '08:00-10:00')).status).toBe(200)
    expect((await moveTo(id, '2026-03-06', '10:00-12:00')).status).toBe(200)
    expect((await account())[0].move).toBeNull()
    const third = await moveTo(id, '2026-03-06', '12:00-14:00')
    expect([third.status, third.body.error]).toEqual([
      409,
      expect.stringMatching(/^You can't change the time online anymore\. Call us at \(303\) 555-\d{4}\.$/),
    ])
    const late = await book({ preferredTime: '10:00-12:00' })
    world.clock.set('2026-03-05T05:00:01Z')
    expect((await account()).find((job: { id: string }) => job.id === late).move).toBeNull()
    expect((await moveTo(late, '2026-03-06', '14:00-16:00')).status).toBe(409)
  })

  test('never later than a free cancellation, which moving would avoid', async () => {
    const rules = { lateCancel: 'fixed_fee', freeHours: 48 }
    expect((await hq('PATCH', '/api/admin/settings/booking', { values: rules })).status).toBe(200)
    const id = await book()
    expect((await account())[0].move.until).toBe('2026-03-03T19:00:00.000Z')
    world.clock.advance(30 * hour)
    expect((await moveTo(id, '2026-03-09', '08:00-10:00')).status).toBe(409)
  })

  test('not once the technician is on the way, and not for other people', async () => {
    const id = await book()
    expect((await moveTo(id, '2026-03-06', '08:00-10:00', 'eve@example.com')).status).toBe(404)
    expect((await own('GET', `/api/account/jobs/${id}/times`, undefined, 'eve@example.com')).status).toBe(404)
    expect((await moveTo(id, '2026-03-06', '08:00-10:00')).status).toBe(200)
    const visit = { start: '2026-03-06T15:30:00Z', workerId: sofia }
    expect((await hq('POST', `/api/admin/jobs/${id}/schedule`, visit)).status).toBe(200)
    expect((await hq('POST', `/api/admin/jobs/${id}/move`, { to: 'en_route' })).status).toBe(200)
    expect((await moveTo(id, '2026-03-06', '10:00-12:00')).status).toBe(409)
  })

  test('is told when the window was taken, or was never one', async () => {
    const id = await book()
    const closed = await moveTo(id, '2026-03-08', '08:00-10:00')
    expect([closed.status, closed.body.error]).toEqual([
      409,
      "That time isn't available anymore. Choose another one.",
    ])
    expect((await moveTo(id, '2026-03-02', '16:00-18:00')).status).toBe(409)
    expect((await moveTo(id, '2026-03-06', 'noon')).status).toBe(400)
    expect((await jobOf(id)).preferredDate).toBe('2026-03-05')
  })
})
