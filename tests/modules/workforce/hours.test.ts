import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { expectLimits, expectStatus, startAdmin, textOfLength, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

const worker = async (): Promise<string> =>
  expectStatus(await admin.post('/api/admin/workers', { name: 'Sam' }), 201).body.data.id
const read = async (id: string) => (await admin.get(`/api/admin/workers/${id}`)).body.data
const openTasks = async () =>
  (await admin.get('/api/admin/tasks?kind=worker.absent')).body.data.items as {
    subject: string
    title: string
  }[]

describe("a worker's week", () => {
  const put = (id: string, shifts: unknown) => admin.put(`/api/admin/workers/${id}/shifts`, { shifts })

  test('is replaced as a whole and shown in weekday order', async () => {
    const id = await worker()
    await put(id, [{ weekday: 5, start: '06:00', end: '07:00' }])
    const week = [
      { weekday: 1, start: '00:00', end: '12:00' },
      { weekday: 1, start: '12:00', end: '24:00' },
      { weekday: 7, start: '08:30', end: '08:31' },
    ]
    expect(expectStatus(await put(id, week.toReversed()), 200).body.data).toEqual({ shifts: week })
    expect((await read(id)).shifts).toEqual(week)
    expectStatus(await put(id, []), 200)
    expect((await read(id)).shifts).toEqual([])
  })

  test('stays as it was when the new one is refused', async () => {
    const id = await worker()
    const week = [{ weekday: 2, start: '08:00', end: '16:00' }]
    await put(id, week)
    const refused = await put(id, [
      { weekday: 3, start: '08:00', end: '12:00' },
      { weekday: 3, start: '11:59', end: '16:00' },
    ])
    expect(expectStatus(refused, 400).body.details).toEqual([
      'shifts.1: overlaps another shift on the same day',
    ])
    expect((await read(id)).shifts).toEqual(week)
  })

  test('refuses every impossible shift', async () => {
    const id = await worker()
    const good = { weekday: 1, start: '08:00', end: '16:00' }
    const bad = [
      { weekday: 0 },
      { weekday: 8 },
      { weekday: 1.5 },
      { start: '8:00' },
      { start: '24:00' },
      { end: '24:01' },
      { end: '08:00' },
      { start: '16:00', end: '08:00' },
      { start: 480 },
      { end: null },
    ]
    for (const fault of bad) expectStatus(await put(id, [{ ...good, ...fault }]), 400)
    const many = (count: number) =>
      Array.from({ length: count }, (_, n) => ({
        weekday: 1 + (n % 7),
        start: `0${Math.floor(n / 7)}:00`,
        end: `0${Math.floor(n / 7)}:59`,
      }))
    expectStatus(await put(id, many(50)), 200)
    expectStatus(await put(id, many(51)), 400)
    expectStatus(await put(id, undefined), 400)
  })

  test('answers 404 for an unknown worker', async () => {
    expectStatus(await put('nobody', []), 404)
  })
})

describe('time off', () => {
  const path = (id: string) => `/api/admin/workers/${id}/time-off`
  const week = { startsAt: '2026-07-01T00:00:00-06:00', endsAt: '2026-07-08T00:00:00-06:00' }

  test("is added, shown with the worker while it's ahead, and withdrawn", async () => {
    const id = await worker()
    const past = await admin.post(path(id), {
      startsAt: '2026-01-01T00:00:00Z',
      endsAt: '2026-03-02T15:00:00Z',
    })
    expectStatus(past, 201)
    const added = expectStatus(await admin.post(path(id), { ...week, reason: 'Holiday' }), 201).body.data
    expect(added).toEqual({
      id: expect.any(String),
      workerId: id,
      startsAt: '2026-07-01T06:00:00.000Z',
      endsAt: '2026-07-08T06:00:00.000Z',
      reason: 'Holiday',
      createdAt: '2026-03-02T15:00:00.000Z',
    })
    expect((await read(id)).timeOff).toEqual([added])
    expect((await admin.get(path(id))).body.data.items).toEqual([added, past.body.data])
    expectStatus(await admin.remove(`${path(await worker())}/${added.id}`), 404)
    expectStatus(await admin.remove(`${path(id)}/${added.id}`), 200)
    expectStatus(await admin.remove(`${path(id)}/${added.id}`), 404)
    expect((await read(id)).timeOff).toEqual([])
  })

  test('is listed in pages without duplicates, even when several start together', async () => {
    const id = await worker()
    const added = new Set<string>()
    for (let n = 0; n < 5; n++) added.add((await admin.post(path(id), week)).body.data.id)
    const first = (await admin.get(`${path(id)}?limit=3`)).body.data
    const second = (await admin.get(`${path(id)}?limit=3&cursor=${first.nextCursor}`)).body.data
    const seen = [...first.items, ...second.items].map((item: { id: string }) => item.id)
    expect(seen).toHaveLength(5)
    expect(new Set(seen)).toEqual(added)
  })

  test('must end after it starts', async () => {
    const id = await worker()
    const refused = await admin.post(path(id), { startsAt: week.startsAt, endsAt: week.startsAt })
    expect(expectStatus(refused, 400).body.details).toEqual(['endsAt: must be after the start'])
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    await expectLimits(admin, path(await worker()), () => week, [
      ['startsAt', '2026-07-07T23:59:59.999-06:00', '2026-07-08T00:00'],
      ['endsAt', '2026-07-01T06:00:00.001Z', 'next tuesday'],
      ['reason', textOfLength(500), textOfLength(501)],
      ['reason', null, ''],
    ])
  })

  test('answers 404 for an unknown worker', async () => {
    expectStatus(await admin.get(path('nobody')), 404)
    expectStatus(await admin.post(path('nobody'), week), 404)
  })

  test('asks HQ about the visits that fall into it', async () => {
    const id = await worker()
    await plantJob(admin, { workerId: id, start: '2026-07-02T15:00:00Z', status: 'scheduled' })
    await plantJob(admin, { workerId: id, start: '2026-07-03T15:00:00Z', status: 'completed' })
    await plantJob(admin, { workerId: id, start: '2026-07-09T15:00:00Z', status: 'scheduled' })
    await admin.post(path(id), { startsAt: '2026-06-01T00:00:00Z', endsAt: '2026-06-02T00:00:00Z' })
    expect((await openTasks()).filter(({ subject }) => subject === id)).toEqual([])
    await admin.post(path(id), week)
    const [task] = (await openTasks()).filter(({ subject }) => subject === id)
    expect(task?.title).toBe('Sam has time off: 1 visit affected')
  })
})

test('a worker who leaves has visits that HQ is asked about', async () => {
  const id = await worker()
  await plantJob(admin, { workerId: id, start: '2026-03-01T15:00:00Z', status: 'completed' })
  await plantJob(admin, { workerId: id, start: '2026-03-03T15:00:00Z', status: 'scheduled' })
  await plantJob(admin, { workerId: id, start: '2026-03-04T15:00:00Z', status: 'scheduled' })
  expectStatus(await admin.patch(`/api/admin/workers/${id}`, { active: false }), 200)
  const [task] = (await openTasks()).filter(({ subject }) => subject === id)
  expect(task?.title).toBe('Sam no longer works here: 2 visits affected')
})
