import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mapFile, writeMap } from '../../../src/providers/routing/roads/file'
import { squareTown } from '../../providers/routing/roads/town'
import { expectStatus, startAdmin, type Admin } from '../../support/admin'
import { temporaryFolder } from '../../support/temp'

/** Denver. */
const tile = '/api/admin/map/tile?z=11&x=426&y=777'

describe('a tile of the map', () => {
  let admin: Admin
  beforeAll(async () => {
    admin = await startAdmin()
  })
  afterAll(() => admin.close())

  test('has towns, the largest first, and approximate ZIP code areas without an imported map', async () => {
    const { body } = expectStatus(await admin.get(tile), 200)
    expect(body.towns[0][2]).toBe('Denver')
    expect(body.streets).toEqual([])
    expect(body.attribution).toBeNull()
    const zip = body.zips.find((one: { zip: string }) => one.zip === '80205')
    expect(zip.corners.length).toBeGreaterThanOrEqual(6)
    const xs = zip.corners.filter((_: number, at: number) => at % 2 === 0)
    expect(zip.at[0]).toBeGreaterThan(Math.min(...xs))
    expect(zip.at[0]).toBeLessThan(Math.max(...xs))
  })

  test('names towns of other countries only from near, because the outlines end at the border', async () => {
    const townsOf = async (place: string) => {
      const { body } = expectStatus(await admin.get(`/api/admin/map/tile?${place}`), 200)
      return body.towns.map(([, , name]: [number, number, string]) => name)
    }
    // Both have Texas and the north of Mexico.
    const far = await townsOf('z=4&x=3&y=6')
    expect(far).toContain('Houston')
    expect(far).not.toContain('Monterrey')
    expect(await townsOf('z=6&x=14&y=27')).toContain('Monterrey')
  })

  test('has approximate highways without an imported map, in few bytes', async () => {
    const { body, text } = expectStatus(await admin.get('/api/admin/map/tile?z=4&x=3&y=6'), 200)
    const names = body.highways.map(({ name }: { name: string }) => name)
    expect(names).toContain('I-70')
    for (const { line } of body.highways) {
      expect(line.length % 2).toBe(0)
      expect(line.length).toBeGreaterThanOrEqual(4)
    }
    expect(Bun.gzipSync(text).length).toBeLessThan(10_000)
  })

  test('is sent again only if it changed', async () => {
    const first = expectStatus(await admin.get(tile), 200)
    const etag = first.headers.get('etag')!
    expect(first.headers.get('cache-control')).toStartWith('private')
    const { token } = admin
    const again = await admin.call('GET', tile, { token, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('is empty in the ocean, 404 beyond the map, 400 for nonsense and 401 for strangers', async () => {
    const { body } = expectStatus(await admin.get('/api/admin/map/tile?z=11&x=0&y=1000'), 200)
    expect(body).toMatchObject({ streets: [], towns: [], zips: [], highways: [] })
    expectStatus(await admin.get('/api/admin/map/tile?z=3&x=8&y=0'), 404)
    expectStatus(await admin.get('/api/admin/map/tile?z=17&x=0&y=0'), 400)
    expectStatus(await admin.get('/api/admin/map/tile?z=3&x=a&y=0'), 400)
    expectStatus(await admin.call('GET', tile), 401)
  })

  test('asks for straight lines to be drawn without an imported map', async () => {
    const line = [
      [39.7, -104.9],
      [39.8, -104.8],
      [39.9, -104.9],
    ]
    const { body } = expectStatus(await admin.post('/api/admin/map/lines', { lines: [line] }), 200)
    expect(body.data.lines[0]).toEqual([line[0], line[1], line[1], line[2]])
  })
})

describe('a tile of an imported map', () => {
  const town = squareTown(10, { lat: 39.7, lng: -104.99 })
  let admin: Admin
  beforeAll(async () => {
    const folder = temporaryFolder('roads')
    writeMap(mapFile(folder), town.graph())
    admin = await startAdmin({ DATA_DIR: folder })
  })
  afterAll(() => admin.close())

  test('has its streets and names their source, and no ZIP codes or approximate highways', async () => {
    const { body, headers } = expectStatus(await admin.get('/api/admin/map/tile?z=13&x=1706&y=3110'), 200)
    expect(body.streets.length).toBeGreaterThan(5)
    expect(body.attribution).toContain('OpenStreetMap')
    expect(body.zips).toEqual([])
    expect(body.highways).toEqual([])
    const wide = expectStatus(await admin.get('/api/admin/map/tile?z=8&x=53&y=97'), 200)
    expect(wide.body.highways).toEqual([])
    expect(headers.get('content-type')).toBe('application/json')
  })

  test('is cut for those who still wait when another request for it ends', async () => {
    const ask = (signal: AbortSignal) =>
      admin.app.handle(
        new Request('http://localhost/api/admin/map/tile?z=12&x=853&y=1555', {
          headers: { authorization: `Bearer ${admin.token}` },
          signal,
        }),
      )
    const [gone, staying] = [new AbortController(), new AbortController()]
    const answers = [ask(gone.signal), ask(staying.signal)]
    gone.abort()
    const [first, second] = (await Promise.all(answers)) as [Response, Response]
    expect(second.status).toBe(200)
    expect(((await second.json()) as { streets: unknown[] }).streets.length).toBeGreaterThan(5)
    expect(first.status).not.toBe(500)
    expect((await ask(new AbortController().signal)).status).toBe(200)
  })

  test('has lines along its streets', async () => {
    const [from, to] = [town.at(1, 1), town.at(5, 4)]
    const lines = [
      [
        [from.lat, from.lng],
        [to.lat, to.lng],
      ],
    ]
    const { body } = expectStatus(await admin.post('/api/admin/map/lines', { lines }), 200)
    const [line] = body.data.lines
    expect(line.length).toBeGreaterThan(2)
    for (const [at, [lat, lng]] of line.slice(1).entries())
      expect(Math.min(Math.abs(lat - line[at][0]), Math.abs(lng - line[at][1]))).toBeLessThan(2e-5)
  })
})
