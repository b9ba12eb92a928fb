import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { and, eq } from 'drizzle-orm'
import { extraApprovals, jobEvents, jobs, outbox, secondWorkers } from '../../../db/schema'
import { hour, isoTime, minute } from '../../../src/lib/clock'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin
let sam: { id: string; token: string }
let franchiseId: string

beforeAll(async () => {
  admin = await startAdmin()
  const franchise = await admin.post('/api/admin/franchises', { name: 'Denver', timeZone: 'America/Denver' })
  franchiseId = expectStatus(franchise, 201).body.data.id
})
afterAll(() => admin.close())
beforeEach(async () => {
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name: 'Sam', franchiseId }), 201).body
    .data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  sam = { id, token }
})

/** All at the same place, so that each drive takes a minute. */
const place = { lat: 39.74, lng: -104.99 }
// It is 8 AM in Denver.
const at = (minutes: number) => isoTime(admin.clock.now() + minutes * minute)
const plant = (minutes: number, status: 'scheduled' | 'in_progress', fields: object = {}) =>
  plantJob(admin, {
    workerId: sam.id,
    start: at(minutes),
    status,
    fields: { ...place, franchiseId, ...fields },
  })
/** Began half an hour late and takes an hour. */
const overrunning = () => plant(-60, 'in_progress', { startedAt: admin.clock.now() - 30 * minute })

const askHowLate = async () =>
  expectStatus(await admin.call('GET', '/api/work/late', { token: sam.token }), 200).body.data
const preview = async () => (await askHowLate()).visits
const tell = (visits: object[], key?: string) =>
  admin.call('POST', '/api/work/late', {
    token: sam.token,
    body: { visits },
    ...(key && { headers: { 'idempotency-key': key } }),
  })
const asked = (visits: { jobId: string; revision: number; start: string }[]) =>
  visits.map(({ jobId, revision, start }) => ({ jobId, revision, start }))
const read = () => admin.deps.store.read
const messages = async (jobId: string) =>
  (
    await read()
      .select()
      .from(outbox)
      .where(and(eq(outbox.jobId, jobId), eq(outbox.template, 'scheduled')))
  ).length
const startOf = async (id: string) =>
  isoTime((await read().select().from(jobs).where(eq(jobs.id, id)))[0]!.scheduledStart!)

describe('a technician who is running late', () => {
  test('sees who is affected and what they will read, and nothing happens yet', async () => {
    await overrunning()
    const [first, second] = [await plant(0, 'scheduled'), await plant(60, 'scheduled')]
    await plant(5 * 60, 'scheduled')
    const visits = await preview()
    expect(visits).toMatchObject([
      { jobId: first.id, customerName: 'Jordan Rivera', plannedStart: at(0), start: at(35) },
      { jobId: second.id, plannedStart: at(60), start: at(100) },
    ])
    for (const { message, by } of visits) {
      expect(message).toMatch(/new time/i)
      expect(by).toBe('email')
      // The customer's own link opens their booking.
      expect(message).not.toContain('http')
    }
    expect([await startOf(first.id), await messages(first.id)]).toEqual([at(0), 0])
    const events = await read().select().from(jobEvents).where(eq(jobEvents.jobId, first.id))
    expect(events).toEqual([])
  })

  test('learns which visits would end after the hours of the day', async () => {
    await overrunning()
    await plant(0, 'scheduled')
    const last = await plant(60, 'scheduled')
    expect(
      (await preview()).map(({ endsAfterHours }: { endsAfterHours: unknown }) => endsAfterHours),
    ).toEqual([null, null])
    const shift = { weekday: 1, start: '06:00', end: '10:00' }
    expectStatus(await admin.put(`/api/admin/workers/${sam.id}/shifts`, { shifts: [shift] }), 200)
    // 9:40 plus an hour.
    expect(await preview()).toMatchObject([
      { endsAfterHours: null },
      { jobId: last.id, start: at(100), endsAfterHours: at(160) },
    ])
    const dayAndNight = { weekday: 1, start: '00:00', end: '24:00' }
    expectStatus(await admin.put(`/api/admin/workers/${sam.id}/shifts`, { shifts: [dayAndNight] }), 200)
    expect(await preview()).toMatchObject([{ endsAfterHours: null }, { endsAfterHours: null }])
  })

  test('needs longer for extras that the customer approved meanwhile', async () => {
    const current = await plant(-30, 'in_progress', { startedAt: admin.clock.now() - 30 * minute })
    const next = await plant(60, 'scheduled')
    expect(await preview()).toEqual([])
    const extras = [
      { label: 'Roof check', price: 40, minutes: 45 },
      { label: 'Downspout flush', price: 25, minutes: 15 },
    ]
    const service = { label: current.type, baseMinutes: 60, extras }
    expectStatus(await admin.post('/api/admin/services', service), 201)
    await admin.deps.store.write((tx) =>
      tx.insert(extraApprovals).values({
        id: 'approval-1',
        jobId: current.id,
        extras: [{ label: 'Roof check', priceCents: 4_000 }],
        beforeCents: 10_000,
        totalCents: 14_000,
        approvedName: 'Jordan R',
        recordedBy: `worker:${sam.id}`,
        approvedAt: admin.clock.now(),
      }),
    )
    // Half an hour is left, and the roof takes 45 minutes more.
    expect(await preview()).toMatchObject([{ jobId: next.id, plannedStart: at(60), start: at(80) }])
  })

  test('tells each customer the new time, exactly once', async () => {
    await overrunning()
    const [first, second] = [await plant(0, 'scheduled'), await plant(60, 'scheduled')]
    const visits = asked(await preview())
    const told = expectStatus(await tell(visits, `late-${sam.id}`), 200)
    expect(told.body.data).toEqual({ moved: 2, told: 2 })
    expect((await tell(visits, `late-${sam.id}`)).body).toEqual(told.body)
    // Also without the key: the visits have changed since.
    expectStatus(await tell(visits), 409)
    for (const { id } of [first, second]) expect(await messages(id)).toBe(1)
    expect([await startOf(first.id), await startOf(second.id)]).toEqual([at(35), at(100)])
    expect(await preview()).toEqual([])
    const { timeline } = (await admin.get(`/api/admin/jobs/${first.id}`)).body.data
    expect(timeline.at(-1)).toMatchObject({ kind: 'rescheduled', actor: `worker:${sam.id}` })
  })

  test('leaves customers alone who are still in their arrival window', async () => {
    await overrunning()
    const window = { preferredDate: '2026-03-02', preferredTime: '08:00-10:00' }
    const job = await plant(0, 'scheduled', window)
    const [visit] = await preview()
    expect(visit).toMatchObject({ jobId: job.id, message: null })
    expect((await tell(asked([visit]))).body.data).toEqual({ moved: 1, told: 0 })
    expect(await messages(job.id)).toBe(0)
  })

  test('sees the words of a text where the customer gets one', async () => {
    await overrunning()
    await plant(0, 'scheduled', { customerEmail: null, customerPhone: '303-867-5309' })
    const [{ message, by }] = await preview()
    expect(by).toBe('sms')
    expect(message).toContain('8:35')
  })

  test('counts nobody as told who has neither email nor phone', async () => {
    await overrunning()
    const job = await plant(0, 'scheduled', { customerEmail: null, customerPhone: null })
    expect(await preview()).toMatchObject([{ jobId: job.id, message: null }])
  })

  test("isn't late by a few minutes, or when nothing is left", async () => {
    await plant(-70, 'in_progress', { startedAt: admin.clock.now() - hour })
    await plant(-5, 'scheduled')
    expect(await preview()).toEqual([])
  })

  test('hears which visits only the office can move, once they are more than 8 hours late', async () => {
    await plant(-60, 'in_progress', { startedAt: admin.clock.now() + 6 * hour })
    const [first, second, third] = [
      await plant(0, 'scheduled'),
      await plant(60, 'scheduled'),
      await plant(490, 'scheduled'),
    ]
    const { visits, forOffice } = await askHowLate()
    expect(visits).toMatchObject([{ jobId: first.id, start: at(425) }])
    // The second visit would begin too late, and the third stays where it is, so the second one can't take its time.
    expect(forOffice).toEqual([
      { jobId: second.id, customerName: 'Jordan Rivera', plannedStart: at(60), start: at(490) },
      { jobId: third.id, customerName: 'Jordan Rivera', plannedStart: at(490), start: at(555) },
    ])
    expectStatus(await tell(asked(visits)), 200)
    expect([await startOf(first.id), await startOf(second.id)]).toEqual([at(425), at(60)])
  })

  test("leaves a visit alone if a visit that can't move is at the time it would move to", async () => {
    const jobs = []
    for (let hours = -7; hours < 6; hours++) jobs.push((await plant(hours * 60, 'scheduled')).id)
    const { visits, forOffice } = await askHowLate()
    expect(visits).toEqual([])
    expect(forOffice.map(({ jobId }: { jobId: string }) => jobId)).toEqual(jobs)
  })

  test('is told to call the office if a second technician has another visit then', async () => {
    await overrunning()
    const job = await plant(0, 'scheduled')
    const helper = expectStatus(await admin.post('/api/admin/workers', { name: 'Lee', franchiseId }), 201)
      .body.data.id
    await admin.deps.store.write((tx) =>
      tx.insert(secondWorkers).values({ jobId: job.id, workerId: helper, start: job.scheduledStart! }),
    )
    await plantJob(admin, { workerId: helper, start: at(60), status: 'scheduled' })
    const { visits, forOffice } = await askHowLate()
    expect(visits).toEqual([])
    expect(forOffice).toMatchObject([{ jobId: job.id, plannedStart: at(0), start: at(35) }])
  })

  test("can't move a visit of someone else, to an earlier time, or one that has begun", async () => {
    const job = await plant(60, 'scheduled')
    const theirs = await plantJob(admin, { start: at(60), status: 'scheduled' })
    const visit = (jobId: string, minutes: number, revision = 1) => ({ jobId, revision, start: at(minutes) })
    expectStatus(await tell([visit(theirs.id, 90)]), 404)
    expectStatus(await tell([visit(job.id, 30)]), 409)
    expectStatus(await tell([visit(job.id, 9 * 60)]), 409)
    const begun = await overrunning()
    expectStatus(await tell([visit(begun.id, 30)]), 409)
    expectStatus(await tell([]), 400)
    expect(await startOf(job.id)).toBe(at(60))
  })
})
