import { describe, expect, test } from 'bun:test'
import { existsSync, readFileSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { RoadEngine } from '../../../../src/providers/routing/roads/engine'
import {
  mapFile,
  openMap,
  readMapInfo,
  removeMap,
  writeMap,
} from '../../../../src/providers/routing/roads/file'
import { hasStreets, MapFault } from '../../../../src/providers/routing/roads/graph'
import { temporaryFolder } from '../../../support/temp'
import { squareTown } from './town'

const town = squareTown(6)
const graph = town.graph()

function written(): string {
  const path = join(temporaryFolder('map'), 'data', 'roads.map')
  writeMap(path, graph)
  return path
}

describe('a map file', () => {
  test('returns the map that was written, in a folder created for it', () => {
    const path = written()
    expect(openMap(path)).toEqual(graph)
    expect(readMapInfo(path)).toEqual({ info: graph.info, bytes: readFileSync(path).length })
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  test("is read from where it's mapped in memory", () => {
    const path = written()
    const [places, minutes] = [
      [town.at(1, 1), town.at(5, 4)],
      [2, 5],
    ]
    const [mapped, built] = [new RoadEngine(openMap(path)), new RoadEngine(graph)]
    expect(mapped.travelTimes(places, places)).toEqual(built.travelTimes(places, places))
    expect(mapped.areas(places[0]!, minutes)).toEqual(built.areas(places[0]!, minutes))
  })

  test("can be replaced while it's in use", () => {
    const path = written()
    const before = new RoadEngine(openMap(path))
    writeMap(path, squareTown(2, { lat: 10, lng: 10 }).graph())
    expect(before.travelTimes([town.at(1, 1)], [town.at(5, 4)])[0]).toBeLessThan(5)
    expect(openMap(path).vertexLat.length).toBe(9)
  })

  test('of the first edition still gives travel times, and no streets', () => {
    const path = written()
    const old = readFileSync(path)
    const length = old.readUInt32LE(8)
    const header = JSON.parse(old.toString('utf8', 24, 24 + length)) as {
      edition: number
      sections: unknown[]
    }
    const json = Buffer.from(
      JSON.stringify({ ...header, edition: 1, sections: header.sections.slice(0, 18) }),
    )
    const aligned = (size: number) => Math.ceil(size / 64) * 64
    const start = Buffer.alloc(aligned(24 + json.length))
    old.copy(start, 0, 0, 8)
    start.writeUInt32LE(json.length, 8)
    start.writeUInt32LE(1, 12)
    start.writeBigUInt64LE(Bun.hash.xxHash64(json), 16)
    json.copy(start, 24)
    const { edgeKind, edgeLabel, firstLetter, letters } = graph
    const added = [edgeKind, edgeLabel, firstLetter, letters].reduce(
      (sum, each) => sum + aligned(each.byteLength),
      0,
    )
    writeFileSync(path, Buffer.concat([start, old.subarray(aligned(24 + length), old.length - added)]))
    const opened = openMap(path)
    expect(hasStreets(opened)).toBe(false)
    const places = [town.at(1, 1), town.at(5, 4)]
    expect(new RoadEngine(opened).travelTimes(places, places)).toEqual(
      new RoadEngine(graph).travelTimes(places, places),
    )
  })

  test('left half written by an import bothers nobody', () => {
    const path = written()
    writeFileSync(`${path}.part`, 'half')
    expect(openMap(path)).toEqual(graph)
    writeMap(path, graph)
    expect(existsSync(`${path}.part`)).toBe(false)
  })

  test("is gone once removed, with the import's leftovers", () => {
    const path = written()
    writeFileSync(`${path}.part`, 'half')
    expect(removeMap(path)).toBe(true)
    expect(readMapInfo(path)).toBeNull()
    expect(existsSync(`${path}.part`)).toBe(false)
    expect(removeMap(path)).toBe(false)
  })

  test('lies in the data folder', () => {
    expect(mapFile('/srv/truckroll')).toBe('/srv/truckroll/roads.map')
  })
})

describe('a damaged map file', () => {
  const opening = (path: string) => () => openMap(path)

  test("is refused when it's empty or something else", () => {
    const path = join(temporaryFolder('map'), 'roads.map')
    for (const text of ['', 'TRROADS', 'SQLite format 3 and so on']) {
      writeFileSync(path, text)
      expect(opening(path)).toThrow(new MapFault('The imported map is damaged. Import it again.'))
      expect(() => readMapInfo(path)).toThrow(MapFault)
    }
  })

  test('is refused when it was cut off or has grown', () => {
    const path = written()
    const whole = readFileSync(path)
    truncateSync(path, whole.length - 1)
    expect(opening(path)).toThrow(MapFault)
    writeFileSync(path, Buffer.concat([whole, Buffer.alloc(64)]))
    expect(opening(path)).toThrow(MapFault)
  })

  test('is refused when a single bit changed', () => {
    const whole = readFileSync(written())
    const path = join(temporaryFolder('map'), 'roads.map')
    for (const at of [0, 9, 20, 200, Math.floor(whole.length * 0.5)]) {
      const bytes = Buffer.from(whole)
      bytes[at]! ^= 4
      writeFileSync(path, bytes)
      expect(opening(path)).toThrow(MapFault)
    }
  })

  test('from another version of the program says so', () => {
    const path = written()
    const bytes = readFileSync(path)
    bytes.writeUInt32LE(99, 12)
    writeFileSync(path, bytes)
    expect(opening(path)).toThrow('another version')
  })
})
