import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  emailOfLength,
  expectLimits,
  expectStablePages,
  expectStatus,
  startAdmin,
  textOfLength,
  type Admin,
} from '../../support/admin'

let admin: Admin
let franchiseId: string
const base = { name: 'Sam Ortiz' }
const now = '2026-03-02T15:00:00.000Z'

beforeAll(async () => {
  admin = await startAdmin()
  const franchise = await admin.post('/api/admin/franchises', { name: 'Denver', timeZone: 'America/Denver' })
  franchiseId = expectStatus(franchise, 201).body.data.id
})
afterAll(() => admin.close())

const add = async (body: object = {}) =>
  expectStatus(await admin.post('/api/admin/workers', { ...base, ...body }), 201).body.data

describe('adding a worker', () => {
  test('needs only a name', async () => {
    expect(await add()).toEqual({
      id: expect.any(String),
      name: 'Sam Ortiz',
      franchiseId: null,
      email: null,
      phone: null,
      skills: [],
      homeAddress: null,
      homeLat: null,
      homeLng: null,
      maxJobsPerDay: null,
      maxMinutesPerDay: null,
      lunch: null,
      overtimeMinutes: null,
      language: null,
      notifyBy: null,
      active: true,
      createdAt: now,
      updatedAt: now,
    })
  })

  test('returns what was sent, each skill once, with working hours and time off still empty', async () => {
    const sent = {
      franchiseId,
      email: 'sam@example.com',
      phone: '303-555-0117',
      homeAddress: '12 Main St, Denver',
      homeLat: 39.7,
      homeLng: -104.9,
      maxJobsPerDay: 6,
      maxMinutesPerDay: 480,
    }
    const added = await add({ ...sent, skills: ['gutters', ' ladder ', 'gutters'] })
    expect(added).toMatchObject({ ...sent, skills: ['gutters', 'ladder'] })
    const read = expectStatus(await admin.get(`/api/admin/workers/${added.id}`), 200).body.data
    expect(read).toEqual({ ...added, shifts: [], timeOff: [], rating: null })
  })

  test("locates the start of the day unless it's given", async () => {
    const added = await add({ homeAddress: 'Denver, CO 80205' })
    expect([added.homeLat, added.homeLng]).toEqual([expect.closeTo(39.76, 1), expect.closeTo(-104.97, 1)])
    const given = await add({ homeAddress: 'Denver, CO 80205', homeLat: 1, homeLng: 2 })
    expect(given).toMatchObject({ homeLat: 1, homeLng: 2 })
    expect(await add({ homeAddress: 'Nowhere at all' })).toMatchObject({ homeLat: null, homeLng: null })

    const move = async (body: object) =>
      expectStatus(await admin.patch(`/api/admin/workers/${added.id}`, body), 200).body.data
    const { homeLat, homeLng } = added
    // As a form sends it: the old place comes along with the new address.
    const moved = await move({ homeAddress: 'Portland, OR 97209', homeLat, homeLng })
    expect([moved.homeLat, moved.homeLng]).toEqual([expect.closeTo(45.53, 1), expect.closeTo(-122.68, 1)])
    expect(await move({ homeAddress: 'Portland, OR 97209', homeLat: 3, homeLng: 4 })).toMatchObject({
      homeLat: 3,
      homeLng: 4,
    })
    expect(await move({ name: 'Sam O.' })).toMatchObject({ homeLat: 3, homeLng: 4 })
  })

  test("answers 404 for a franchise that doesn't exist and stores nobody", async () => {
    const refused = expectStatus(
      await admin.post('/api/admin/workers', { name: 'Lost', franchiseId: 'nowhere' }),
      404,
    )
    expect(refused.body.error).toBe('Franchise not found')
    expect((await admin.get('/api/admin/workers?q=lost')).body.data.items).toEqual([])
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    const skills = (count: number) => Array.from({ length: count }, (_, number) => `skill ${number}`)
    await expectLimits(admin, '/api/admin/workers', () => base, [
      ['name', textOfLength(200), textOfLength(201)],
      ['name', 'Ø', '\t'],
      ['franchiseId', franchiseId, textOfLength(101)],
      ['email', emailOfLength(200), emailOfLength(201)],
      ['email', null, 'sam at example.com'],
      ['phone', '5'.repeat(50), '5'.repeat(51)],
      ['phone', '+1 303.555.0117', 'call me'],
      ['skills', skills(50), skills(51)],
      ['skills', [textOfLength(100)], [textOfLength(101)]],
      ['skills', ['漢'], [' ']],
      ['homeAddress', textOfLength(500), textOfLength(501)],
      ['maxJobsPerDay', 100, 101],
      ['maxJobsPerDay', 1, 0],
      ['maxMinutesPerDay', 1440, 1441],
      ['maxMinutesPerDay', 1, 1.5],
      ['active', false, null],
    ])
    const faults = (await admin.post('/api/admin/workers', { ...base, homeLat: 91, homeLng: 181 })).body
      .details
    expect(faults.map((fault: string) => fault.split(':')[0])).toEqual(['homeLat', 'homeLng'])
    expect((await admin.post('/api/admin/workers', { ...base, homeLat: 9 })).status).toBe(400)
  })

  test('happens once under one key', async () => {
    const headers = { 'idempotency-key': 'worker-1' }
    const twins = await Promise.all(
      [1, 2].map(() => admin.post('/api/admin/workers', { name: 'Twin' }, headers)),
    )
    expect(twins[0]?.body).toEqual(twins[1]?.body)
    expect((await admin.get('/api/admin/workers?q=twin')).body.data.items).toHaveLength(1)
  })
})

describe('changing a worker', () => {
  test('changes only the given fields', async () => {
    const added = await add({ franchiseId, skills: ['gutters'] })
    const changed = expectStatus(
      await admin.patch(`/api/admin/workers/${added.id}`, { franchiseId: null }),
      200,
    )
    expect(changed.body.data).toEqual({ ...added, franchiseId: null })
  })

  test('answers 404 for an unknown worker or franchise', async () => {
    const { id } = await add()
    expectStatus(await admin.patch('/api/admin/workers/nobody', { name: 'X' }), 404)
    expectStatus(await admin.get('/api/admin/workers/nobody'), 404)
    expectStatus(await admin.patch(`/api/admin/workers/${id}`, { franchiseId: 'nowhere' }), 404)
  })
})

describe('listing workers', () => {
  test('filters by franchise, activity, skill and text', async () => {
    await add({ name: 'Find Ann', franchiseId, skills: ['Solar', 'gutters'] })
    await add({ name: 'Find Bob', email: 'bob_1@example.com', active: false, skills: ['solar panels'] })
    await add({ name: 'Find Cid', phone: '720-555-0199' })
    const names = async (query: string) =>
      expectStatus(await admin.get(`/api/admin/workers?${query}`), 200).body.data.items.map(
        (item: { name: string }) => item.name,
      )
    expect(await names('q=find')).toEqual(['Find Cid', 'Find Bob', 'Find Ann'])
    expect(await names('q=BOB_1')).toEqual(['Find Bob'])
    expect(await names('q=b_b')).toEqual([])
    expect(await names('q=720-555')).toEqual(['Find Cid'])
    expect(await names('skill=solar')).toEqual(['Find Ann'])
    expect(await names('skill=sol')).toEqual([])
    expect(await names('q=find&active=false')).toEqual(['Find Bob'])
    expect(await names(`q=find&franchiseId=${franchiseId}`)).toEqual(['Find Ann'])
  })

  test('shows each once, newest first, while others are added', async () => {
    await expectStablePages(
      admin,
      '/api/admin/workers?q=paged',
      async (n) => (await add({ name: `Paged ${n}` })).id,
    )
  })

  test('can be downloaded as CSV', async () => {
    await add({ name: '+Formula', skills: ['=1+1', 'b'] })
    const file = await admin.get('/api/admin/workers?q=formula&format=csv')
    expect(file.text).toContain(`,'+Formula,,,,"'=1+1; b",`)
  })

  test('refuses wrong filters and cursors by name', async () => {
    const refused = expectStatus(await admin.get('/api/admin/workers?active=perhaps&limit=201'), 400)
    expect(refused.body.details.map((fault: string) => fault.split(':')[0]).toSorted()).toEqual([
      'active',
      'limit',
    ])
    expectStatus(await admin.get('/api/admin/workers?limit=0'), 400)
    expectStatus(await admin.get('/api/admin/workers?cursor=made-up'), 400)
  })
})
