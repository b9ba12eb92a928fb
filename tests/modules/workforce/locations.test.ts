import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { workerLocations } from '../../../db/schema'
import { day, hour, minute, second } from '../../../src/lib/clock'
import { sweepLocations } from '../../../src/modules/workforce/locations'
import { expectLimits, expectStatus, startAdmin, textOfLength, type Admin } from '../../support/admin'

let admin: Admin
beforeEach(async () => {
  admin = await startAdmin()
})
afterEach(() => admin.close())

const worker = async (name = 'Sam'): Promise<string> =>
  expectStatus(await admin.post('/api/admin/workers', { name }), 201).body.data.id
const report = (body: object) => admin.post('/api/dev/location', body)
const shown = async () => (await admin.get('/api/dev/location')).body.data.locations
const trail = () => admin.deps.store.read.select().from(workerLocations)
/** This many meters north of the start. */
const north = (metres: number) => ({ lat: 39 + metres / 111_195, lng: -105 })

describe('reporting a location', () => {
  test('answers as the contract says and shows it with snake_case names', async () => {
    const workerId = await worker()
    const sent = { lat: 39.7, lng: -104.9, accuracy: 12, heading: 90, speed: 13.4 }
    expect(expectStatus(await report({ workerId, ...sent }), 200).body).toEqual({
      ok: true,
      data: { ok: true },
    })
    expect((await admin.get('/api/dev/location')).body).toEqual({
      ok: true,
      data: {
        locations: [
          {
            id: expect.any(Number),
            worker_id: workerId,
            worker_name: 'Sam',
            franchise_id: null,
            ...sent,
            reliable: true,
            recorded_at: '2026-03-02T15:00:00.000Z',
            last_reliable: { ...sent, recorded_at: '2026-03-02T15:00:00.000Z' },
          },
        ],
      },
    })
  })

  test('stores one of an unknown worker as sent and asks HQ once', async () => {
    for (let time = 0; time < 3; time++) expectStatus(await report({ workerId: 'van-7', ...north(0) }), 200)
    expect(await shown()).toEqual([
      expect.objectContaining({ worker_id: 'van-7', worker_name: null, accuracy: null }),
    ])
    const { items } = (await admin.get('/api/admin/tasks?kind=worker.unknown')).body.data
    expect(items).toEqual([
      expect.objectContaining({ subject: 'van-7', title: 'Location received for an unknown technician' }),
    ])
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    await expectLimits(admin, '/api/dev/location', () => ({ workerId: 'w', lat: 0, lng: 0 }), [
      ['workerId', textOfLength(100), textOfLength(101)],
      ['workerId', 'w', 7],
      ['lat', 90, 90.0001],
      ['lat', -90, -90.0001],
      ['lng', 180, 180.0001],
      ['lng', -180, -180.0001],
      ['accuracy', 100_000, 100_000.1],
      ['accuracy', 0, -0.1],
      ['heading', 360, 360.1],
      ['heading', 0, -0.1],
      ['speed', 500, 500.1],
      ['speed', 0, null],
    ])
    expectStatus(await report({}), 400)
  })

  test('is for HQ only, 30 times a minute', async () => {
    expectStatus(await admin.call('GET', '/api/dev/location'), 401)
    expectStatus(await admin.call('POST', '/api/dev/location', { body: {} }), 401)
    for (const method of ['GET', 'POST'])
      for (let call = 1; call <= 31; call++) {
        const body = method === 'POST' ? { body: { workerId: 'w', lat: 0, lng: 0 } } : {}
        const { status } = await admin.call(method, '/api/dev/location', {
          token: admin.token,
          from: '203.0.113.50',
          ...body,
        })
        expect([call, status]).toEqual([call, call <= 30 ? 200 : 429])
      }
  })
})

describe('an unreliable GPS fix', () => {
  test('worse than 200 m is marked, next to the last reliable one', async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0), accuracy: 200 })
    admin.clock.advance(minute)
    await report({ workerId, ...north(50), accuracy: 200.1 })
    expect(await shown()).toMatchObject([
      { ...north(50), reliable: false, last_reliable: { ...north(0), accuracy: 200 } },
    ])
    expect((await trail()).map(({ reliable }) => reliable)).toEqual([true, false])
  })

  test('would need more than 200 km/h from the last reliable one', async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0), accuracy: 0 })
    admin.clock.advance(18 * second)
    // 18 s at 200 km/h are 1000 m.
    await report({ workerId, ...north(1002), accuracy: 0 })
    await report({ workerId, ...north(998), accuracy: 0 })
    expect((await trail()).map(({ reliable }) => reliable)).toEqual([true, false, true])
    expect((await shown())[0].lat).toBeCloseTo(north(998).lat, 6)
  })

  test('is measured from the last reliable one, not from another unreliable one', async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0) })
    admin.clock.advance(minute)
    await report({ workerId, ...north(50_000) })
    admin.clock.advance(minute)
    await report({ workerId, ...north(50_100) })
    await report({ workerId, ...north(900) })
    expect((await trail()).map(({ reliable }) => reliable)).toEqual([true, false, false, true])
  })

  test("isn't one that the accuracy of two fixes within the same second explains", async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0), accuracy: 20 })
    await report({ workerId, ...north(35), accuracy: 20 })
    await report({ workerId, ...north(100), accuracy: 20 })
    expect((await trail()).map(({ reliable }) => reliable)).toEqual([true, true, false])
  })

  test('alone is listed with no reliable one beside it', async () => {
    await report({ workerId: await worker(), ...north(0), accuracy: 5000 })
    expect(await shown()).toMatchObject([{ ...north(0), reliable: false, last_reliable: null }])
  })

  test('followed by a better one is history', async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0), accuracy: 5000 })
    admin.clock.advance(minute)
    await report({ workerId, ...north(10), accuracy: 5 })
    expect(await shown()).toMatchObject([{ ...north(10), reliable: true, last_reliable: north(10) }])
  })
})

describe('the worker map', () => {
  test("shows each worker's latest location", async () => {
    const [ann, bob] = [await worker('Ann'), await worker('Bob')]
    for (let step = 0; step < 5; step++) {
      await report({ workerId: ann, ...north(step) })
      if (step < 3) await report({ workerId: bob, ...north(1000 + step) })
      admin.clock.advance(minute)
    }
    const latest = Object.fromEntries(
      (await shown()).map((row: { worker_name: string; lat: number }) => [row.worker_name, row.lat]),
    )
    expect(latest).toEqual({ Ann: north(4).lat, Bob: north(1002).lat })
  })

  test('forgets locations after 30 days', async () => {
    const workerId = await worker()
    await report({ workerId, ...north(0) })
    admin.clock.advance(day)
    await report({ workerId, ...north(10) })
    admin.clock.advance(29 * day)
    await sweepLocations(admin.deps)
    expect((await trail()).map(({ lat }) => lat)).toEqual([north(10).lat])
    admin.clock.advance(day - hour)
    await sweepLocations(admin.deps)
    expect(await trail()).toHaveLength(1)
    admin.clock.advance(hour)
    await sweepLocations(admin.deps)
    expect(await trail()).toEqual([])
  })
})
