import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import type { JobStatus } from '../../../db/schema/jobs'
import { isoTime, minute } from '../../../src/lib/clock'
import { referenceOf } from '../../../src/lib/reference'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin
let sam: { id: string; token: string }
let kim: { id: string; token: string }
let franchiseId: string

beforeAll(async () => {
  admin = await startAdmin()
  const franchise = await admin.post('/api/admin/franchises', { name: 'Denver', timeZone: 'America/Denver' })
  franchiseId = expectStatus(franchise, 201).body.data.id
  sam = await hire({ name: 'Sam', franchiseId })
  kim = await hire({ name: 'Kim' })
})
afterAll(() => admin.close())

async function hire(body: object): Promise<{ id: string; token: string }> {
  const { id } = expectStatus(await admin.post('/api/admin/workers', body), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

const dayOf = (worker: { token: string }, query = '') =>
  admin.call('GET', `/api/work/jobs${query}`, { token: worker.token })
const move = (worker: { token: string }, jobId: string, body: unknown) =>
  admin.call('POST', `/api/work/jobs/${jobId}/move`, { token: worker.token, body })

describe("a worker's day", () => {
  test('has their own visits of the local day in order, with everything needed to get there', async () => {
    const late = await plantJob(admin, {
      workerId: sam.id,
      start: '2026-03-03T06:00:00Z',
      status: 'scheduled',
    })
    const first = await plantJob(admin, {
      workerId: sam.id,
      start: '2026-03-02T15:30:00Z',
      status: 'en_route',
      fields: {
        notes: 'Mind the dog',
        addOns: ['Downspout flush'],
        gutterLength: 160,
        stories: 2,
        lat: 39.7,
        lng: -105,
      },
    })
    await plantJob(admin, { workerId: sam.id, start: '2026-03-03T07:00:00Z', status: 'scheduled' })
    await plantJob(admin, { workerId: sam.id, start: '2026-03-02T18:00:00Z', status: 'cancelled' })
    await plantJob(admin, { workerId: kim.id, start: '2026-03-02T16:00:00Z', status: 'scheduled' })

    const today = expectStatus(await dayOf(sam), 200).body.data
    expect(today).toMatchObject({
      date: '2026-03-02',
      timeZone: 'America/Denver',
      worker: { id: sam.id, name: 'Sam' },
    })
    expect(today.jobs.map(({ id }: { id: string }) => id)).toEqual([first.id, late.id])
    expect(today.jobs[0]).toEqual({
      id: first.id,
      reference: referenceOf(first),
      status: 'en_route',
      type: 'Gutter cleaning',
      customerName: 'Jordan Rivera',
      customerPhone: '303-555-0142',
      address: '1420 Larimer St, Denver, CO 80202',
      lat: 39.7,
      lng: -105,
      scheduledStart: '2026-03-02T15:30:00.000Z',
      scheduledEnd: '2026-03-02T16:30:00.000Z',
      preferredTime: null,
      notes: 'Mind the dog',
      addOns: ['Downspout flush'],
      gutterLength: 160,
      stories: 2,
      enRouteAt: null,
      startedAt: null,
      partner: null,
      isHelper: false,
      arrivedAt: null,
      completedAt: null,
      record: { items: [], answers: [], asksSignature: false, signature: null },
    })
  })

  test('can be one of the days around today, and no other', async () => {
    expect(expectStatus(await dayOf(sam, '?date=2026-03-03'), 200).body.data.jobs).toHaveLength(1)
    expectStatus(await dayOf(sam, '?date=2026-03-09'), 200)
    expectStatus(await dayOf(sam, '?date=2026-02-23'), 200)
    for (const date of ['2026-03-10', '2026-02-22', '2026-02-30', 'tomorrow', '']) {
      const refused = expectStatus(await dayOf(sam, `?date=${date}`), 400)
      expect(refused.body.details[0]).toStartWith('date: ')
    }
  })

  test("follows the business's time zone for workers without a franchise", async () => {
    expect((await dayOf(kim)).body.data.timeZone).toBe(admin.deps.config.business.timeZone)
  })
})

describe('a visit for two technicians', () => {
  test('is on both phones, and only the lead does its steps', async () => {
    sam = await hire({ name: 'Sam', franchiseId })
    const job = await plantJob(admin, {
      workerId: sam.id,
      start: '2026-03-05T16:00:00Z',
      status: 'scheduled',
    })
    const { id } = job
    expectStatus(
      await admin.post(`/api/admin/jobs/${id}/assign`, { workerId: sam.id, secondWorkerId: kim.id }),
      200,
    )
    const shown = async (worker: { token: string }) =>
      expectStatus(await dayOf(worker, '?date=2026-03-05'), 200).body.data.jobs
    expect(await shown(sam)).toMatchObject([{ id, partner: 'Kim', isHelper: false }])
    expect(await shown(kim)).toMatchObject([{ id, partner: 'Sam', isHelper: true }])
    expectStatus(await move(kim, id, { to: 'en_route' }), 404)
    expect(expectStatus(await move(sam, id, { to: 'en_route' }), 200).body.data).toMatchObject({
      partner: 'Kim',
      isHelper: false,
    })
    expectStatus(await admin.call('GET', `/api/work/jobs/${id}/files`, { token: kim.token }), 200)
  })
})

describe('a visit past midnight', () => {
  let lee: { id: string; token: string }
  const ids = async (query = '') =>
    expectStatus(await dayOf(lee, query), 200).body.data.jobs.map(({ id }: { id: string }) => id)
  const plant = async (start: string, status: JobStatus, workerId = lee.id) =>
    (await plantJob(admin, { workerId, start, status })).id
  beforeAll(async () => {
    lee = await hire({
      name: 'Lee',
      franchiseId: (await admin.get(`/api/admin/workers/${sam.id}`)).body.data.franchiseId,
    })
  })

  test("stays on the phone until it's over, and can be finished there", async () => {
    const begun = await plant('2026-02-28T23:00:00Z', 'in_progress')
    const onTheWay = await plant('2026-02-10T23:00:00Z', 'en_route')
    const missed = await plant('2026-03-01T23:00:00Z', 'scheduled')
    await plant('2026-02-27T23:00:00Z', 'completed')
    await plant('2026-02-28T23:00:00Z', 'in_progress', kim.id)
    const today = await plant('2026-03-02T20:00:00Z', 'scheduled')
    expect(await ids()).toEqual([onTheWay, begun, today])
    expect(await ids('?date=2026-03-01')).toEqual([missed])
    expect(await ids('?date=2026-03-03')).toEqual([])
    expectStatus(await move(lee, begun, { to: 'completed' }), 200)
    expectStatus(await move(lee, onTheWay, { to: 'scheduled' }), 200)
    expect(await ids()).toEqual([today])
  })

  test('belongs to both days when it was planned across midnight', async () => {
    // 23:30 to 00:30 in Denver.
    const night = await plant('2026-03-06T06:30:00Z', 'scheduled')
    const evening = await plant('2026-03-06T05:00:00Z', 'completed')
    expect(await ids('?date=2026-03-05')).toEqual([evening, night])
    expect(await ids('?date=2026-03-06')).toEqual([night])
  })
})

describe("moving a worker's own job", () => {
  // Nobody is at another visit.
  beforeEach(async () => {
    sam = await hire({ name: 'Sam', franchiseId })
  })

  test('takes it step by step to the end, shows who did it, and shows no amounts', async () => {
    const job = await plantJob(admin, {
      workerId: sam.id,
      start: '2026-03-05T15:00:00Z',
      status: 'scheduled',
    })
    for (const to of ['en_route', 'in_progress', 'completed']) {
      const moved = expectStatus(await move(sam, job.id, { to }), 200).body.data
      expect(moved.status).toBe(to)
      expect(moved).not.toHaveProperty('total')
      expect(moved).not.toHaveProperty('customerEmail')
    }
    const { timeline } = expectStatus(await admin.get(`/api/admin/jobs/${job.id}`), 200).body.data
    expect(timeline.map(({ kind, actor }: { kind: string; actor: string }) => [kind, actor])).toEqual([
      ['en_route', `worker:${sam.id}`],
      ['in_progress', `worker:${sam.id}`],
      ['completed', `worker:${sam.id}`],
    ])
  })

  test('to no-show raises a to-do for HQ, unless HQ did it', async () => {
    const fields = { arrivedAt: admin.clock.now() - 10 * minute }
    const plant = (start: string) => plantJob(admin, { workerId: sam.id, start, status: 'en_route', fields })
    const [missed, closed] = [await plant('2026-03-12T15:00:00Z'), await plant('2026-03-13T15:00:00Z')]
    expectStatus(await move(sam, missed.id, { to: 'no_show' }), 200)
    expectStatus(await admin.post(`/api/admin/jobs/${closed.id}/move`, { to: 'no_show' }), 200)
    const { items } = expectStatus(await admin.get('/api/admin/tasks?kind=job.no-show'), 200).body.data
    const subjects = items.map(({ subject }: { subject: string }) => subject)
    expect(subjects).toContain(missed.id)
    expect(subjects).not.toContain(closed.id)
  })

  describe('while offline', () => {
    const now = () => admin.clock.now()
    const ago = (minutes: number) => isoTime(now() - minutes * minute)
    const scheduled = (date: string) =>
      plantJob(admin, { workerId: sam.id, start: `${date}T15:00:00Z`, status: 'scheduled' })
    const told = async (jobId: string) =>
      (await admin.get(`/api/admin/outbox?limit=100`)).body.data.items
        .filter((message: { jobId: string }) => message.jobId === jobId)
        .map(({ template }: { template: string }) => template)

    test('records when it was done, and the timeline when it was reported', async () => {
      const job = await scheduled('2026-03-08')
      await move(sam, job.id, { to: 'en_route', doneAt: ago(90) })
      await move(sam, job.id, { to: 'in_progress', doneAt: ago(70) })
      const done = expectStatus(await move(sam, job.id, { to: 'completed', doneAt: ago(10) }), 200)
      expect(done.body.data).toMatchObject({ enRouteAt: ago(90), startedAt: ago(70), completedAt: ago(10) })
      const { timeline } = (await admin.get(`/api/admin/jobs/${job.id}`)).body.data
      expect(new Set(timeline.map(({ at }: { at: string }) => at))).toEqual(new Set([isoTime(now())]))
    })

    test('is believed only within reason', async () => {
      const job = await scheduled('2026-03-09')
      const first = await move(sam, job.id, { to: 'en_route', doneAt: ago(3 * 24 * 60) })
      expect(first.body.data.enRouteAt).toBe(ago(24 * 60))
      const second = await move(sam, job.id, { to: 'in_progress', doneAt: ago(-60) })
      expect(second.body.data.startedAt).toBe(isoTime(now()))
      const third = await move(sam, job.id, { to: 'completed', doneAt: ago(30) })
      expect(third.body.data.completedAt).toBe(isoTime(now()))
      expectStatus(await move(sam, job.id, { to: 'completed', doneAt: 'earlier' }), 400)
    })

    test("doesn't announce a worker who arrived long ago", async () => {
      const late = await scheduled('2026-03-10')
      await move(sam, late.id, { to: 'en_route', doneAt: ago(16) })
      expect(await told(late.id)).toEqual([])
      await move(sam, late.id, { to: 'scheduled' })
      const soon = await scheduled('2026-03-11')
      await move(sam, soon.id, { to: 'en_route', doneAt: ago(15) })
      expect(await told(soon.id)).toEqual(['on-the-way'])
    })
  })

  test("answers 404 for another worker's job as for none at all", async () => {
    const job = await plantJob(admin, {
      workerId: kim.id,
      start: '2026-03-06T15:00:00Z',
      status: 'scheduled',
    })
    const unowned = await plantJob(admin, {})
    for (const id of [job.id, unowned.id, 'nothing'])
      expect(expectStatus(await move(sam, id, { to: 'en_route' }), 404).body.error).toBe('Job not found')
  })

  test("answers 409 for an impossible step and 400 for one that isn't the worker's", async () => {
    const job = await plantJob(admin, {
      workerId: sam.id,
      start: '2026-03-07T15:00:00Z',
      status: 'scheduled',
    })
    expectStatus(await move(sam, job.id, { to: 'completed' }), 409)
    for (const to of ['pending', 'cancelled', 'done', null])
      expectStatus(await move(sam, job.id, { to }), 400)
    expectStatus(await move(sam, job.id, {}), 400)
    expectStatus(await admin.call('POST', `/api/work/jobs/${job.id}/move`, { body: {} }), 401)
  })
})

describe("sending a worker's own location", () => {
  const send = (body: unknown) => admin.call('POST', '/api/work/location', { token: sam.token, body })

  test("stores it for the token's worker, even if the body names another", async () => {
    const answer = await send({
      workerId: kim.id,
      lat: 39.7,
      lng: -104.9,
      accuracy: 8,
      heading: null,
      speed: null,
    })
    expect(expectStatus(answer, 200).body).toEqual({ ok: true, data: { reliable: true } })
    const { locations } = (await admin.get('/api/dev/location')).body.data
    expect(locations).toEqual([
      expect.objectContaining({ worker_id: sam.id, worker_name: 'Sam', lat: 39.7, lng: -104.9 }),
    ])
  })

  test("says that an unreliable fix isn't used", async () => {
    expect((await send({ lat: 39.7, lng: -104.9, accuracy: 201 })).body.data).toEqual({ reliable: false })
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    const base = { lat: 39.7, lng: -104.9 }
    const cases = [
      ['lat', 90, 90.1],
      ['lat', -90, -90.1],
      ['lng', 180, 180.1],
      ['lng', -180, -180.1],
      ['accuracy', 100_000, 100_001],
      ['accuracy', 0, -1],
      ['heading', 360, 361],
      ['speed', 500, 501],
      ['lat', 0, null],
      ['lng', 0, '0'],
    ] as const
    for (const [field, within, beyond] of cases) {
      expectStatus(await send({ ...base, [field]: within }), 200)
      expect(expectStatus(await send({ ...base, [field]: beyond }), 400).body.details[0]).toStartWith(
        `${field}: `,
      )
    }
  })
})

test('a worker who signs out loses that phone, and no other one does', async () => {
  const noor = await hire({ name: 'Noor' })
  const other = expectStatus(await admin.post(`/api/admin/workers/${noor.id}/tokens`), 201).body.data.token
  const left = await admin.call('POST', '/api/work/sign-out', { token: noor.token })
  expect(expectStatus(left, 200).body.data).toEqual({ revoked: 1 })
  expect((await dayOf(noor)).status).toBe(401)
  for (const token of [other, kim.token]) expect((await dayOf({ token })).status).toBe(200)
})

test('a worker can make 120 calls a minute', async () => {
  const from = '203.0.113.99'
  for (let call = 0; call < 120; call++)
    expect((await admin.call('GET', '/api/work/jobs', { token: sam.token, from })).status).toBe(200)
  expect((await admin.call('GET', '/api/work/jobs', { token: sam.token, from })).status).toBe(429)
})
