import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import {
  emailOfLength,
  expectLimits,
  expectStatus,
  startAdmin,
  textOfLength,
  type Admin,
} from '../../support/admin'

const base = { name: 'Front Range', timeZone: 'America/Denver' }
const square = [
  [39, -105],
  [39, -104],
  [40, -104],
  [40, -105],
]
let admin: Admin

beforeAll(async () => {
  admin = await startAdmin()
})
afterAll(() => admin.close())

const add = async (body: object = {}) =>
  expectStatus(await admin.post('/api/admin/franchises', { ...base, ...body }), 201).body.data

describe('adding a franchise', () => {
  test('needs only a name and a time zone and fills in the rest', async () => {
    expect(await add()).toEqual({
      id: expect.any(String),
      ...base,
      contactName: null,
      email: null,
      phone: null,
      color: '#1f6f54',
      taxPercent: 0,
      priority: 0,
      lat: null,
      lng: null,
      areaZips: [],
      areaPolygon: null,
      blackoutDates: [],
      textCountries: ['US'],
      visitMoves: null,
      active: true,
      slug: expect.stringMatching(/^[a-z0-9-]+$/),
      accountId: null,
      chargesEnabled: false,
      payoutsEnabled: false,
      detailsSubmitted: false,
      postalAddress: null,
      logoUrl: null,
      createdAt: '2026-03-02T15:00:00.000Z',
      updatedAt: '2026-03-02T15:00:00.000Z',
    })
  })

  test('returns exactly what was sent, each ZIP code and day once', async () => {
    const sent = {
      contactName: 'Añá Ωmega',
      email: 'denver@example.com',
      phone: '+1 (303) 555-0142',
      color: '#AA00ff',
      taxPercent: 8.81,
      priority: -3,
      lat: 39.74,
      lng: -104.99,
      areaPolygon: square,
      active: false,
    }
    const added = await add({
      ...sent,
      areaZips: ['80203', '80202', '80203'],
      blackoutDates: ['2026-12-25', '2026-07-04', '2026-12-25'],
    })
    expect(added).toMatchObject({
      ...sent,
      areaZips: ['80202', '80203'],
      blackoutDates: ['2026-07-04', '2026-12-25'],
    })
    expect((await admin.get(`/api/admin/franchises/${added.id}`)).body.data).toEqual(added)
  })

  test('accepts the color under the name it had before', async () => {
    const franchise = await add({ colour: '#8a4b08' })
    expect(franchise).toMatchObject({ color: '#8a4b08' })
    expect(franchise).not.toHaveProperty('colour')
    const path = `/api/admin/franchises/${franchise.id}`
    const changed = expectStatus(await admin.patch(path, { colour: '#4a3f8f' }), 200).body.data
    expect(changed).toMatchObject({ color: '#4a3f8f' })
    const both = expectStatus(await admin.patch(path, { color: '#000000', colour: '#ffffff' }), 200)
    expect(both.body.data).toMatchObject({ color: '#000000' })
    expect((await admin.patch(path, { colour: 'brown' })).body.details).toEqual([
      'color: enter a color, such as #1f6f54',
    ])
  })

  test('ignores fields that only the service and the processor set', async () => {
    const added = await add({
      id: 'mine',
      accountId: 'acct_1',
      chargesEnabled: true,
      demo: true,
      createdAt: 0,
    })
    expect(added).toMatchObject({
      accountId: null,
      chargesEnabled: false,
      createdAt: '2026-03-02T15:00:00.000Z',
    })
    expect(added.id).not.toBe('mine')
    expect(added).not.toHaveProperty('demo')
  })

  test('accepts every field at its limit and refuses it one past', async () => {
    const zips = Array.from({ length: 10_001 }, (_, number) => String(number).padStart(5, '0'))
    const days = Array.from({ length: 1001 }, (_, number) =>
      new Date(number * 86_400_000).toISOString().slice(0, 10),
    )
    const circle = (corners: number) =>
      Array.from({ length: corners }, (_, at) => {
        const angle = (at / corners) * 2 * Math.PI
        return [40 + Math.sin(angle), -100 + Math.cos(angle)]
      })
    await expectLimits(admin, '/api/admin/franchises', () => base, [
      ['name', textOfLength(200), textOfLength(201)],
      ['name', '漢', '  '],
      ['contactName', textOfLength(200), textOfLength(201)],
      ['email', emailOfLength(200), emailOfLength(201)],
      ['phone', '5'.repeat(50), '5'.repeat(51)],
      ['timeZone', 'Pacific/Honolulu', 'Mars/Olympus'],
      ['color', '#000000', '#0000000'],
      ['taxPercent', 50, 50.01],
      ['taxPercent', 0.01, 0.001],
      ['taxPercent', 0, -0.01],
      ['priority', 1000, 1001],
      ['priority', -1000, -1001],
      ['areaZips', zips.slice(1), zips],
      ['areaZips', ['00501'], ['0501']],
      ['areaPolygon', square.slice(0, 3), square.slice(0, 2)],
      ['areaPolygon', circle(500), circle(501)],
      [
        'areaPolygon',
        [
          [90, 180],
          [90, 179],
          [89, 180],
        ],
        [
          [90.1, 180],
          [90, 179],
          [89, 180],
        ],
      ],
      ['blackoutDates', days.slice(1), days],
      ['blackoutDates', ['2028-02-29'], ['2026-02-29']],
      ['active', false, 'no'],
    ])
  })

  test('accepts a place at the edge of the globe and refuses one beyond it or half of one', async () => {
    expect(await add({ lat: -90, lng: 180 })).toMatchObject({ lat: -90, lng: 180 })
    const beyond = await admin.post('/api/admin/franchises', { ...base, lat: 90.1, lng: -180.1 })
    expect(beyond.body.details.map((fault: string) => fault.split(':')[0])).toEqual(['lat', 'lng'])
    for (const half of [{ lat: 1 }, { lng: 1 }, { lat: 1, lng: null }])
      expect((await admin.post('/api/admin/franchises', { ...base, ...half })).body.details).toEqual([
        'lng: must be set together with lat',
      ])
  })

  test('reports every problem at once, half a place included', async () => {
    const refused = expectStatus(await admin.post('/api/admin/franchises', { name: 7, lat: 1 }), 400)
    expect(refused.body.details.map((fault: string) => fault.split(':')[0]).toSorted()).toEqual([
      'lng',
      'name',
      'timeZone',
    ])
  })

  test('drops the corner that closes a border and refuses borders that enclose nothing sensible', async () => {
    expect(await add({ areaPolygon: [...square, square[0]] })).toMatchObject({ areaPolygon: square })
    const bad = {
      'must enclose an area': [
        [1, 1],
        [2, 2],
        [3, 3],
      ],
      'must not cross itself': [
        [0, 0],
        [1, 1],
        [1, 0],
        [0, 1],
      ],
      'must not contain a corner twice': [
        [0, 0],
        [1, 0],
        [1, 0],
        [0, 1],
      ],
      'must have 3 to 500 corners': [
        [0, 0],
        [1, 0],
        [0, 0],
      ],
    }
    for (const [reason, areaPolygon] of Object.entries(bad))
      expect((await admin.post('/api/admin/franchises', { ...base, areaPolygon })).body.details).toContain(
        `areaPolygon: ${reason}`,
      )
  })

  test('accepts a border across the date line', async () => {
    const border = [
      [52, -179],
      [53, 180],
      [50, 178],
      [51, 180],
    ]
    expect(await add({ areaPolygon: border })).toMatchObject({ areaPolygon: border })
  })

  test('happens once when the request is repeated under one key', async () => {
    const headers = { 'idempotency-key': 'franchise-1' }
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.post('/api/admin/franchises', { ...base, name: 'Only one' }, headers)),
    )
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
    expect((await admin.get('/api/admin/franchises?q=only+one')).body.data.items).toHaveLength(1)
  })

  test('is logged with the person who did it', async () => {
    await add({ name: 'Logged' })
    const { events } = (await admin.get('/api/dev/activity')).body.data
    expect(events[0]).toMatchObject({
      type: 'franchise.added',
      actor: 'hq:admin@example.com',
      summary: 'Added franchise Logged',
    })
  })
})

describe('changing a franchise', () => {
  test('changes only the given fields', async () => {
    const added = await add({ areaZips: ['80202'], taxPercent: 7.25, lat: 1, lng: 2 })
    admin.clock.advance(1000)
    const changed = expectStatus(
      await admin.patch(`/api/admin/franchises/${added.id}`, { taxPercent: 4.35 }),
      200,
    )
    expect(changed.body.data).toEqual({ ...added, taxPercent: 4.35, updatedAt: '2026-03-02T15:00:01.000Z' })
    admin.clock.advance(-1000)
  })

  test('replaces all ZIP codes', async () => {
    const { id } = await add({ areaZips: ['80202', '80203'] })
    const changed = await admin.patch(`/api/admin/franchises/${id}`, { areaZips: ['80204', '80203'] })
    expect(changed.body.data.areaZips).toEqual(['80203', '80204'])
    expect((await admin.patch(`/api/admin/franchises/${id}`, { areaZips: [] })).body.data.areaZips).toEqual(
      [],
    )
  })

  test('clears optional fields, and only those', async () => {
    const { id } = await add({ contactName: 'Kim', areaPolygon: square, lat: 1, lng: 1 })
    const emptied = await admin.patch(`/api/admin/franchises/${id}`, {
      contactName: null,
      areaPolygon: null,
      lat: null,
      lng: null,
    })
    expect(emptied.body.data).toMatchObject({ contactName: null, areaPolygon: null, lat: null, lng: null })
    expect((await admin.patch(`/api/admin/franchises/${id}`, { name: null })).status).toBe(400)
    expect((await admin.patch(`/api/admin/franchises/${id}`, { lat: 3 })).status).toBe(400)
  })

  test('keeps every tax rate with two decimals exactly', async () => {
    const { id } = await add()
    for (let points = 0; points <= 5000; points += 271) {
      const changed = await admin.patch(`/api/admin/franchises/${id}`, { taxPercent: points / 100 })
      expect(changed.body.data.taxPercent).toBe(points / 100)
    }
  })

  test("answers 404 for one that doesn't exist", async () => {
    expect((await admin.patch('/api/admin/franchises/nobody', { name: 'X' })).status).toBe(404)
    expect((await admin.get('/api/admin/franchises/nobody')).status).toBe(404)
  })
})
