import { describe, expect, test } from 'bun:test'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildGraph } from '../../../../src/providers/routing/roads/compile/compile'
import { MapFault, arcCount } from '../../../../src/providers/routing/roads/graph'
import { Cursor } from '../../../../src/providers/routing/roads/pbf/block'
import { temporaryFolder } from '../../../support/temp'
import { Sketch, squareTown } from './town'

const about = { source: 'map.osm.pbf', importedAt: '2026-03-02T08:00:00.000Z' }
const importing = (path: string) => () => buildGraph(path, about)

function fileOf(bytes: Uint8Array): string {
  const path = join(temporaryFolder('osm'), 'map.osm.pbf')
  writeFileSync(path, bytes)
  return path
}

describe('importing a map', () => {
  test('gives the same roads however the file is written', () => {
    const town = squareTown(4)
    const usual = buildGraph(town.write(), about)
    expect(usual.vertexLat.length).toBe(25)
    expect(arcCount(usual)).toBe(80)
    expect(usual.info.roadKm).toBe(8)
    for (const options of [{ plainNodes: true }, { uncompressed: true }, { perBlock: 3 }])
      expect(buildGraph(town.write(options), about)).toEqual(usual)
  })

  test('reports its progress stage by stage', () => {
    const told: string[] = []
    buildGraph(squareTown(4).write({ perBlock: 7 }), about, (stage, share) => {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
      if (told.at(-1) !== stage) told.push(stage)
    })
    expect(told).toEqual(['roads', 'places', 'graph'])
  })

  test('keeps bends as bends and turns shared points into crossings', () => {
    const graph = new Sketch()
      .corner('a', 0, 0)
      .corner('bend', 1, 1)
      .corner('b', 0, 2)
      .corner('c', -1, 2)
      .road('a bend b')
      .road('b c')
      .graph()
    expect(graph.vertexLat.length).toBe(3)
    expect([...graph.firstBend]).toEqual([0, 1, 1])
    expect(graph.edgeMetres[0]).toBeCloseTo(2 * Math.SQRT2 * 200.15, 0)
  })

  test('finds the side of the road one drives on from roundabouts', () => {
    const ring = (names: string) =>
      new Sketch()
        .corner('n', 1, 0)
        .corner('e', 0, 1)
        .corner('s', -1, 0)
        .corner('w', 0, -1)
        .corner('far', 0, 5)
        .road(names, { junction: 'roundabout' })
        .road('e far')
        .graph().info.leftHand
    expect(ring('n w s e n')).toBe(false)
    expect(ring('n e s w n')).toBe(true)
  })
})

describe("a file that isn't a map", () => {
  test("is refused when it's empty", () => {
    expect(importing(fileOf(new Uint8Array(0)))).toThrow(new MapFault('The file is empty'))
  })

  test("is refused when it's something else", () => {
    expect(importing(fileOf(Buffer.from('{"type":"FeatureCollection"}')))).toThrow("isn't an OSM PBF file")
    expect(importing(fileOf(Buffer.from([0, 0, 0, 2, 8, 1])))).toThrow(MapFault)
  })

  test('is refused when it was cut off anywhere', () => {
    const whole = readFileSync(squareTown(3).write({ perBlock: 10 }))
    for (let length = 1; length < whole.length; length += 7)
      expect(importing(fileOf(whole.subarray(0, length)))).toThrow(MapFault)
  })

  test("is refused when a block can't be unpacked", () => {
    const bytes = readFileSync(squareTown(3).write())
    const inside = bytes.indexOf(Buffer.from('OSMData')) + 40
    bytes.fill(0, inside, inside + 20)
    expect(importing(fileOf(bytes))).toThrow("a block can't be unpacked")
  })

  test('never makes the import crash or hang, whatever bytes are damaged', () => {
    const whole = readFileSync(squareTown(2).write({ uncompressed: true }))
    for (let at = 4; at < whole.length; at += 3) {
      const bytes = Buffer.from(whole)
      bytes[at] = 255 - bytes[at]!
      try {
        buildGraph(fileOf(bytes), about)
      } catch (error) {
        expect(error).toBeInstanceOf(MapFault)
      }
    }
  })

  test("can't have a field longer than its container", () => {
    const bytes = Uint8Array.of(2, 8, 1, 5, 0, 0, 0)
    expect([...new Cursor(bytes, 0, 3).section().rest()]).toEqual([8, 1])
    expect(() => new Cursor(bytes, 0, 2).section()).toThrow(MapFault)
    expect(() => new Cursor(bytes, 3, 7).section()).toThrow(MapFault)
  })

  test('is refused when it has no road for cars, or none of their nodes', () => {
    const paths = new Sketch().corner('a', 0, 0).corner('b', 1, 0).road('a b', { highway: 'footway' })
    expect(importing(paths.write())).toThrow('no roads for cars')
    const nowhere = new Sketch().road('?a ?b')
    expect(importing(nowhere.write())).toThrow('not the nodes')
  })
})
