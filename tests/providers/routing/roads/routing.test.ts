import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { attribution, roadRouting, type RoadRouting } from '../../../../src/providers/routing/roads'
import { mapFile, writeMap } from '../../../../src/providers/routing/roads/file'
import { RoadPool } from '../../../../src/providers/routing/roads/pool'
import { Recent } from '../../../../src/providers/routing/roads/recent'
import { startTestApp, type TestApp } from '../../../support/app'
import { temporaryFolder } from '../../../support/temp'
import { block, squareTown } from './town'

const town = squareTown(12, { lat: 40, lng: -90 })
const start = town.at(6, 6)

function folderWithMap(): string {
  const folder = temporaryFolder('roads')
  writeMap(mapFile(folder), town.graph())
  return folder
}

describe('routing on an imported map', () => {
  let routing: RoadRouting
  beforeAll(() => {
    routing = roadRouting({ map: mapFile(folderWithMap()) })
  })
  afterAll(() => routing.close())

  test('draws contours as Valhalla does, and credits the map', async () => {
    const found = await routing.isochrone(start, [
      { minutes: 2, color: 'ff0000' },
      { minutes: 4 },
      { minutes: 2 },
    ])
    expect(routing.source).toBe('osm')
    expect(found.attribution).toBe('© OpenStreetMap contributors, ODbL')
    expect(found.features.map(({ properties }) => properties.contour)).toEqual([4, 2])
    expect(found.features[1]?.properties).toEqual({
      color: '#ff0000',
      contour: 2,
      fill: '#ff0000',
      'fill-opacity': 0.33,
      fillColor: '#ff0000',
      fillOpacity: 0.33,
      metric: 'time',
      opacity: 0.33,
      attribution,
    })
    for (const { geometry } of found.features) {
      const ring = geometry.coordinates[0] as [number, number][]
      expect(ring.length).toBeGreaterThan(8)
      expect(ring[0]).toEqual(ring.at(-1))
    }
  })

  test('computes many questions at once and equal ones once', async () => {
    const asked = Array.from({ length: 12 }, (_, at) =>
      routing.isochrone(town.at(at % 3, 5), [{ minutes: 3 }]),
    )
    const found = await Promise.all(asked)
    expect(new Set(found.map((one) => JSON.stringify(one))).size).toBe(3)
  })

  test('measures a matrix larger than one question', async () => {
    const places = Array.from({ length: 11 }, (_, at) => town.at(at, (at * 5) % 12))
    const matrix = await routing.matrix(places, [...places, { lat: -40, lng: 90 }])
    expect(matrix).toHaveLength(11)
    for (const [row, times] of matrix.entries()) {
      expect(times).toHaveLength(12)
      expect(times[row]).toBe(0)
      expect(times[11]).toBe(Infinity)
    }
    expect(await routing.matrix([], places)).toEqual([])
  })

  test('refuses a place without roads and says why', () => {
    expect(routing.isochrone({ lat: 0, lng: 0 }, [{ minutes: 3 }])).rejects.toMatchObject({
      reason: 'upstream',
      message: 'The imported map has no road within 5 km of this place',
    })
  })

  test('is up', async () => {
    expect(await routing.health()).toEqual({ status: 'up', latencyMs: expect.any(Number) })
  })
})

describe('a map across the date line', () => {
  test('gives a feature on each side, and none crosses it', async () => {
    const islands = squareTown(10, { lat: -17, lng: 180 - 5 * block })
    const path = mapFile(temporaryFolder('roads'))
    writeMap(path, islands.graph())
    const routing = roadRouting({ map: path })
    const { features } = await routing.isochrone(islands.at(5, 4), [{ minutes: 3 }])
    routing.close()
    expect(features).toHaveLength(2)
    const sides = features.map(({ geometry }) => {
      const lngs = (geometry.coordinates[0] as [number, number][]).map(([lng]) => lng)
      return [Math.min(...lngs), Math.max(...lngs)].map(Math.round)
    })
    expect(sides).toEqual([
      [180, 180],
      [-180, -180],
    ])
  })
})

describe('worker threads', () => {
  test('refuse questions beyond the queue, and waiting ones when closed', async () => {
    const pool = new RoadPool({ map: mapFile(folderWithMap()), threads: 1, waiting: 2 })
    const ask = () => pool.ask({ kind: 'areas', from: start, minutes: [3] })
    const asked = [ask(), ask(), ask(), ask()].map((one) =>
      one.then(
        () => 'answered',
        (error: Error) => error.message,
      ),
    )
    pool.close()
    expect(await Promise.all(asked)).toEqual([
      "The routing engine isn't working right now. Try again in a few minutes.",
      "The routing engine isn't working right now. Try again in a few minutes.",
      "The routing engine isn't working right now. Try again in a few minutes.",
      'The routing engine is busy. Try again in a moment.',
    ])
  })

  test('leave out a tile that nobody waits for any longer, and cut tiles before planning', async () => {
    const pool = new RoadPool({ map: mapFile(folderWithMap()), threads: 1 })
    const done: string[] = []
    const note = (name: string) => (asked: Promise<unknown>) =>
      asked.then(
        () => done.push(name),
        () => done.push(`no ${name}`),
      )
    const left = new AbortController()
    const tile = { z: 12, x: 0, y: 0 }
    const asked = [
      note('map')(pool.ask({ kind: 'map' })),
      note('times')(pool.ask({ kind: 'times', from: [start], to: [start] })),
      note('left tile')(pool.ask({ kind: 'streets', tile }, left.signal)),
      note('tile')(pool.ask({ kind: 'streets', tile })),
    ]
    left.abort()
    await Promise.all(asked)
    expect(done).toEqual(['no left tile', 'map', 'tile', 'times'])
    pool.close()
  })

  test('are replaced when they take too long, and the next question gets another one', async () => {
    const pool = new RoadPool({ map: mapFile(folderWithMap()), threads: 1, timeLimitMs: 0 })
    for (let time = 0; time < 2; time += 1)
      expect(pool.ask({ kind: 'map' })).rejects.toMatchObject({ reason: 'upstream-timeout' })
    pool.close()
  })
})

describe('the cache of recent answers', () => {
  test('keeps the latest and forgets the rest', () => {
    const recent = new Recent<string, number | null>(2)
    recent.put('a', 1)
    expect(recent.get('b', () => null)).toBeNull()
    expect(recent.get('b', () => 2)).toBeNull()
    recent.peek('a')
    recent.put('c', 3)
    expect(recent.peek('b')).toBeUndefined()
    expect([recent.peek('a'), recent.peek('c')]).toEqual([1, 3])
  })
})

describe('the service with an imported map', () => {
  let service: TestApp
  const folder = folderWithMap()
  beforeAll(async () => {
    service = await startTestApp({ DATA_DIR: folder })
  })
  afterAll(() => service.close())

  test('answers from the map, and says so', async () => {
    const { status, body } = await service.call('POST', '/api/coverage', {
      body: { ...start, contours: [2, 3] },
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ source: 'osm', requestedMinutes: 3, actualMinutes: 3 })
    expect(body.data.polygons.map(({ minutes }: { minutes: number }) => minutes)).toEqual([3, 2])
    const isochrone = await service.call('POST', '/api/isochrone', { body: { ...start, time: 3 } })
    expect(isochrone.body.features[0].properties.attribution).toBe(attribution)
    expect(isochrone.body.attribution).toBe(attribution)
  })

  test('promises no more minutes than the map has roads for', async () => {
    const cut = squareTown(10, { lat: 40, lng: -90 })
      .corner('out', 5, 40)
      .road('5/10 out', { highway: 'primary', maxspeed: '60' })
    const other = temporaryFolder('roads')
    writeMap(mapFile(other), cut.graph())
    const small = await startTestApp({ DATA_DIR: other })
    const { body } = await small.call('POST', '/api/coverage', { body: { ...cut.at(5, 5), maxDrive: 60 } })
    expect(body.data.requestedMinutes).toBe(60)
    expect(body.data.actualMinutes).toBeLessThan(8)
    expect(body.data.actualMinutes).toBeGreaterThan(3)
    await small.close()
  })

  test('answers 502 outside the map', async () => {
    const { status, body } = await service.call('POST', '/api/coverage', { body: { lat: 10, lng: 10 } })
    expect(status).toBe(502)
    expect(body.error).toContain('The imported map has no road')
  })

  test('answers 502 and is down when the map is damaged', async () => {
    const damaged = folderWithMap()
    const bytes = readFileSync(mapFile(damaged))
    bytes[bytes.length - 200]! ^= 1
    writeFileSync(mapFile(damaged), bytes)
    const broken = await startTestApp({ DATA_DIR: damaged })
    expect((await broken.call('POST', '/api/isochrone', { body: { ...start } })).status).toBe(502)
    expect(await broken.deps.providers.routing.health()).toEqual({ status: 'down' })
    await broken.close()
  })
})
