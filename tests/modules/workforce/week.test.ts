import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { extraApprovals } from '../../../db/schema'
import { minute } from '../../../src/lib/clock'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { plantJob } from '../../support/jobs'

let admin: Admin
beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

async function hire(name: string): Promise<{ id: string; token: string }> {
  const franchise = await admin.post('/api/admin/franchises', { name, timeZone: 'America/Denver' })
  const franchiseId = expectStatus(franchise, 201).body.data.id
  const { id } = expectStatus(await admin.post('/api/admin/workers', { name, franchiseId }), 201).body.data
  const { token } = expectStatus(await admin.post(`/api/admin/workers/${id}/tokens`), 201).body.data
  return { id, token }
}

const get = async ({ token }: { token: string }, path: string) =>
  expectStatus(await admin.call('GET', `/api/work/${path}`, { token }), 200).body.data

const denver = { lat: 39.74, lng: -104.99 }
const boulder = { lat: 40.015, lng: -105.27 }

describe('the days after today', () => {
  test('have their own visits in order, each on its local day', async () => {
    const sam = await hire('Sam')
    const plant = async (start: string) =>
      (await plantJob(admin, { workerId: sam.id, start, status: 'scheduled' })).id
    await plant('2026-03-02T18:00:00Z')
    const evening = await plant('2026-03-04T05:00:00Z')
    const morning = await plant('2026-03-03T15:00:00Z')
    const last = await plant('2026-03-08T20:00:00Z')
    await plant('2026-03-09T20:00:00Z')
    const { days } = await get(sam, 'week')
    const shown = days.map(({ date, jobs }: { date: string; jobs: { id: string }[] }) => [
      date,
      jobs.map(({ id }) => id),
    ])
    expect(shown).toEqual([
      ['2026-03-03', [morning, evening]],
      ['2026-03-04', []],
      ['2026-03-05', []],
      ['2026-03-06', []],
      ['2026-03-07', []],
      ['2026-03-08', [last]],
    ])
  })
})

/** A visit that began ten minutes late, and the next one. */
async function plantTwo(workerId: string) {
  const current = await plantJob(admin, {
    workerId,
    start: '2026-03-02T15:00:00Z',
    status: 'in_progress',
    fields: { ...denver, startedAt: Date.parse('2026-03-02T15:10:00Z') },
  })
  const job = await plantJob(admin, {
    workerId,
    start: '2026-03-02T18:00:00Z',
    status: 'scheduled',
    fields: boulder,
  })
  return { current, job }
}

describe('the next visit', () => {
  test('comes with the drive from where the technician is, once they share it', async () => {
    const kim = await hire('Kim')
    const job = await plantJob(admin, {
      workerId: kim.id,
      start: '2026-03-02T18:00:00Z',
      status: 'scheduled',
      fields: boulder,
    })
    expect((await get(kim, 'jobs')).next).toEqual({ jobId: job.id, driveMinutes: null, arriveAt: null })
    await admin.call('POST', '/api/work/location', { token: kim.token, body: denver })
    const { next } = await get(kim, 'jobs')
    expect(next.jobId).toBe(job.id)
    expect(next.driveMinutes).toBeWithin(20, 90)
    expect(next.arriveAt).toBe(new Date(admin.clock.now() + next.driveMinutes * minute).toISOString())
    expect((await get(kim, 'jobs?date=2026-03-03')).next).toBeNull()
  })

  test('is reached after the visit under way has taken its planned time', async () => {
    const lee = await hire('Lee')
    const { job } = await plantTwo(lee.id)
    const { next } = await get(lee, 'jobs')
    expect(next.jobId).toBe(job.id)
    // Ten minutes late, like the visit under way.
    expect(Date.parse(next.arriveAt)).toBe(Date.parse('2026-03-02T16:10:00Z') + next.driveMinutes * minute)
  })

  test('is reached later if the customer approved extras on the visit under way', async () => {
    const mia = await hire('Mia')
    const { current, job } = await plantTwo(mia.id)
    const extras = [{ label: 'Roof check', price: 40, minutes: 150 }]
    expectStatus(
      await admin.post('/api/admin/services', { label: current.type, baseMinutes: 60, extras }),
      201,
    )
    await admin.deps.store.write((tx) =>
      tx.insert(extraApprovals).values({
        id: 'approval-1',
        jobId: current.id,
        extras: [{ label: 'Roof check', priceCents: 4_000 }],
        beforeCents: 10_000,
        totalCents: 14_000,
        approvedName: 'Jordan R',
        recordedBy: `worker:${mia.id}`,
        approvedAt: admin.clock.now(),
      }),
    )
    const { next } = await get(mia, 'jobs')
    expect(Date.parse(next.arriveAt)).toBe(Date.parse('2026-03-02T18:40:00Z') + next.driveMinutes * minute)
    // "Running late?" counts the same, rounded up to five minutes.
    const { visits } = await get(mia, 'late')
    expect(visits).toMatchObject([{ jobId: job.id }])
    expect(Date.parse(visits[0].start) - Date.parse(next.arriveAt)).toBeWithin(0, 5 * minute)
  })

  test('is nobody once all are done', async () => {
    const ann = await hire('Ann')
    await plantJob(admin, { workerId: ann.id, start: '2026-03-02T15:00:00Z', status: 'completed' })
    expect((await get(ann, 'jobs')).next).toBeNull()
  })
})

describe('the map of a day', () => {
  test('has the visits in order and the way between them', async () => {
    const max = await hire('Max')
    const plant = async (start: string, fields: object) =>
      (await plantJob(admin, { workerId: max.id, start, status: 'scheduled', fields })).id
    const second = await plant('2026-03-02T20:00:00Z', boulder)
    const first = await plant('2026-03-02T18:00:00Z', denver)
    await plant('2026-03-02T22:00:00Z', { lat: null, lng: null })
    const { date, sketch } = await get(max, 'map')
    expect(date).toBe('2026-03-02')
    expect(sketch.stops.map(({ jobId, place }: { jobId: string; place: number }) => [jobId, place])).toEqual([
      [first, 1],
      [second, 2],
    ])
    const [from, to] = sketch.stops
    // Boulder is northwest of Denver.
    expect(to.x).toBeLessThan(from.x)
    expect(to.y).toBeLessThan(from.y)
    expect(sketch.way).toBe(`M${from.x} ${from.y}L${to.x} ${to.y}`)
    expect(sketch.here).toBeNull()
    await admin.call('POST', '/api/work/location', { token: max.token, body: denver })
    expect((await get(max, 'map')).sketch.here).toEqual({ x: from.x, y: from.y })
  })

  test('shows towns, highways and ZIP codes around the visits where no streets were imported', async () => {
    const max = await hire('Max')
    const [start, later] = ['2026-03-02T18:00:00Z', '2026-03-02T20:00:00Z']
    await plantJob(admin, { workerId: max.id, start, status: 'scheduled', fields: denver })
    const near = { lat: denver.lat + 0.08, lng: denver.lng + 0.1 }
    await plantJob(admin, { workerId: max.id, start: later, status: 'scheduled', fields: near })
    const { ground, stops, width, height } = (await get(max, 'map')).sketch
    const named = (kind: string) =>
      ground.names
        .filter((one: { kind: string }) => one.kind === kind)
        .map((one: { name: string }) => one.name)
    expect(named('town')).toContain('Denver')
    expect(named('highway')).toContain('I-25')
    expect(named('zip').every((name: string) => /^80\d{3}$/.test(name))).toBe(true)
    for (const { x, y, name } of ground.names) {
      expect(x > 0 && x < width && y > 0 && y < height, name).toBe(true)
      for (const stop of stops) expect(Math.hypot(stop.x - x, stop.y - y), name).toBeGreaterThan(20)
    }
    expect(ground.zips).toMatch(/^(M-?\d+ -?\d+(L-?\d+ -?\d+)+Z)+$/)
    expect(ground.highways).toMatch(/^(M-?\d+ -?\d+(L-?\d+ -?\d+)+)+$/)
  })

  test('is empty on a day without visits', async () => {
    expect(await get(await hire('Ida'), 'map')).toEqual({ date: '2026-03-02', sketch: null })
  })
})
