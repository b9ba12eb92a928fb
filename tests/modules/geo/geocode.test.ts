import { afterAll, afterEach, beforeAll, describe, expect, test } from 'bun:test'
import { franchises, lookups } from '../../../db/schema'
import { placeAddress } from '../../../src/modules/geo/geocode'
import { startMapServer, badReplies, type MapServer } from '../../providers/map-server'
import { startTestApp, type TestApp } from '../../support/app'
import { gazetteerFolder } from '../../support/gazetteer'

const geocode = (app: TestApp, q: string) => app.call('GET', `/api/geocode?q=${encodeURIComponent(q)}`)

let app: TestApp
let server: MapServer | undefined

async function addBase(to: TestApp, lat: number, lng: number) {
  const at = to.clock.now()
  const row = {
    id: `base-${lat}`,
    name: 'Base',
    timeZone: 'America/Chicago',
    lat,
    lng,
    createdAt: at,
    updatedAt: at,
  }
  await to.deps.store.write((tx) => tx.insert(franchises).values(row))
}

describe('GET /api/geocode without a geocoder', () => {
  beforeAll(async () => {
    app = await startTestApp({ DATA_DIR: gazetteerFolder })
    await app.deps.providers.geocoder.warm()
  })
  afterAll(() => app.close())
  afterEach(() => app.clock.advance(60_000))

  test('finds places with their exact position and label', async () => {
    const { status, body } = await geocode(app, '12 Main St, Springfield, IL 62704')
    expect(status).toBe(200)
    expect(body).toEqual({
      ok: true,
      data: { results: [{ lat: 39.7725, lng: -89.6889, label: 'Springfield, IL 62704, USA (ZIP area)' }] },
    })
    expect((await geocode(app, 'Springfield')).body.data.results).toHaveLength(5)
  })

  test.each(['zzzzqqqq', '🚚', ' ', `"*' OR 1=1 --`, '%00', '"'])('answers %p with no results', async (q) => {
    const { status, body } = await geocode(app, q)
    expect([status, body]).toEqual([200, { ok: true, data: { results: [] } }])
  })

  test.each(['NEAR(', 'springfield*', 'a AND b', '{name}: x', 'x\u0000y', '^^'])(
    'treats %p as plain words',
    async (q) => {
      expect((await geocode(app, q)).status).toBe(200)
    },
  )

  test('refuses a missing, empty or overlong question', async () => {
    for (const path of ['/api/geocode', '/api/geocode?q=', `/api/geocode?q=${'a'.repeat(501)}`]) {
      const { status, body } = await app.call('GET', path)
      expect(status).toBe(400)
      expect(body.ok).toBe(false)
      expect(body.details[0]).toStartWith('q: ')
    }
    expect((await geocode(app, 'a'.repeat(500))).status).toBe(200)
  })

  test("counts every question: the 21st within a minute is too many, even if it's invalid", async () => {
    for (let time = 0; time < 20; time += 1) expect((await app.call('GET', '/api/geocode')).status).toBe(400)
    const refused = await app.call('GET', '/api/geocode')
    expect([refused.status, refused.body.ok]).toEqual([429, false])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('prefers the place near a franchise when a name is shared', async () => {
    expect((await geocode(app, 'Springfield')).body.data.results[0].label).toBe('Springfield, MO, USA')
    await addBase(app, 44.05, -123.09)
    expect((await geocode(app, 'Springfield')).body.data.results[0].label).toBe('Springfield, OR, USA')
  })

  test('locates an address unless only its state or county is known', async () => {
    expect(await placeAddress(app.deps, '12 Main St, Springfield, IL 62704')).toMatchObject({
      lat: 39.7725,
      lng: -89.6889,
      zip: '62704',
      precision: 'zip',
    })
    expect(await placeAddress(app.deps, '12 Main St, Peoria, IL')).toMatchObject({ precision: 'town' })
    for (const address of ['Illinois', 'Sangamon County, IL', 'nowhere at all', ''])
      expect(await placeAddress(app.deps, address)).toBeNull()
  })
})

describe('GET /api/geocode with a geocoder', () => {
  afterEach(async () => {
    await app.close()
    await server?.stop()
  })

  const start = async (reply: Parameters<typeof startMapServer>[0]) => {
    server = startMapServer(reply)
    app = await startTestApp({ DATA_DIR: gazetteerFolder, GEOCODER: 'nominatim', GEOCODER_URL: server.url })
    return server
  }

  test("asks it once for the same question, however it's spelled", async () => {
    const { requests } = await start(() =>
      Response.json([{ lat: '1', lon: '2', display_name: '12 Main St' }]),
    )
    for (const q of ['12 Main St, Springfield', '12  main st,springfield', ' 12 MAIN ST , Springfield']) {
      const { status, body } = await geocode(app, q)
      expect([status, body.data.results]).toEqual([200, [{ lat: 1, lng: 2, label: '12 Main St' }]])
      await app.deps.background.idle()
    }
    expect(requests).toHaveLength(1)
    expect(requests[0]?.headers.get('user-agent')).toStartWith('Truckroll/')
    expect(await app.deps.store.read.select().from(lookups)).toHaveLength(1)
  })

  test.each(Object.entries(badReplies))(
    'falls back to the gazetteer when the answer is %s',
    async (_name, reply) => {
      await start(reply)
      const { status, body } = await geocode(app, 'Springfield, IL')
      expect([status, body.data.results[0].label]).toEqual([200, 'Springfield, IL, USA'])
      expect((await app.deps.providers.geocoder.health()).status).toBe('degraded')
      await app.deps.background.idle()
      expect(await app.deps.store.read.select().from(lookups)).toEqual([])
    },
  )
})
