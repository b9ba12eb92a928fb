import { describe, expect, test } from 'bun:test'
import { array, assert, integer, property, tuple } from 'fast-check'
import { boxOf, projection, tileExtent, type Tile } from '../../../../src/lib/tiles'
import { StreetTiles, type StreetTile } from '../../../../src/providers/routing/roads/streets/tile'
import { clipLine, simplifyLine } from '../../../../src/providers/routing/roads/streets/lines'
import { squareTown, Sketch } from './town'

const border = 48

/** The points of each street, in the tile's coordinates. */
const linesOf = ({ streets }: StreetTile) =>
  streets.map(([, , ...steps]) => {
    let [x, y] = [0, 0]
    return Array.from({ length: steps.length / 2 }, (_, at) => {
      x += steps[at * 2]!
      y += steps[at * 2 + 1]!
      return [x, y] as const
    })
  })

/** The tile of a place. */
function tileAt(z: number, lat: number, lng: number): Tile {
  const [x, y] = projection({ z, x: 0, y: 0 })(lat, lng)
  return { z, x: Math.floor(x / tileExtent), y: Math.floor(y / tileExtent) }
}

const town = squareTown(12, { lat: 39.7, lng: -104.99 })
const tiles = new StreetTiles(town.graph())
const { lat, lng } = town.at(6, 6)

describe('the streets of a tile', () => {
  test('are the streets of the imported map, each as one line', () => {
    const { streets } = tiles.cut(tileAt(13, lat, lng))
    expect(streets.length).toBeGreaterThan(12)
    expect(streets.length).toBeLessThanOrEqual(26)
  })

  test('stay inside the tile and its border', () => {
    for (const z of [12, 13, 14, 15, 16])
      for (const line of linesOf(tiles.cut(tileAt(z, lat, lng))))
        for (const [x, y] of line) {
          expect(Math.min(x, y)).toBeGreaterThanOrEqual(-border)
          expect(Math.max(x, y)).toBeLessThanOrEqual(tileExtent + border)
        }
  })

  test('continue in the next tile where a street crosses the edge', () => {
    const here = tileAt(15, lat, lng)
    const next = { ...here, x: here.x + 1 }
    /** Where streets cross this x of a tile. */
    const crossings = (tile: Tile, edge: number) =>
      linesOf(tiles.cut(tile))
        .flatMap((line) =>
          line.flatMap(([x, y], at) => {
            const [toX, toY] = line[at + 1] ?? [x, y]
            return x < edge === toX < edge ? [] : [Math.round(y + ((edge - x) / (toX - x)) * (toY - y))]
          }),
        )
        .toSorted((a, b) => a - b)
    expect(crossings(here, tileExtent).length).toBeGreaterThan(3)
    expect(crossings(here, tileExtent)).toEqual(crossings(next, 0))
  })

  test('are none where the map has none', () => {
    expect(tiles.cut(tileAt(14, 51.5, 0))).toEqual({ streets: [], names: [] })
    expect(tiles.cut(tileAt(5, -40, 100))).toEqual({ streets: [], names: [] })
  })

  test('show highways from afar and side streets from nearby, with names', () => {
    const sketch = squareTown(4, { lat: 39.7, lng: -104.99 })
      .corner('west', 2.5, -60)
      .corner('east', 2.5, 60)
      .corner('ramp', 0, 4.001)
      .road('west east', { highway: 'motorway', oneway: 'no', ref: 'I 70;US 6', name: 'Eisenhower Freeway' })
      .road('west 2/0', { highway: 'tertiary', name: 'Old Mill Road' })
      .road('east 2/4', { highway: 'tertiary', name: 'Old Mill Road' })
    const streets = new StreetTiles(sketch.graph())
    const afar = streets.cut(tileAt(7, lat, lng))
    expect(afar.names).toEqual(['I 70'])
    expect(new Set(afar.streets.map(([rank]) => rank))).toEqual(new Set([0]))
    const nearby = streets.cut(tileAt(13, 39.7, -104.99))
    expect(nearby.names.toSorted()).toEqual(['I 70', 'Old Mill Road'])
    expect(new Set(nearby.streets.map(([rank]) => rank))).toEqual(new Set([6, 4, 0]))
    // Highways are drawn on top.
    expect(nearby.streets.at(-1)?.[0]).toBe(0)
  })

  test('are found on both sides of the date line', () => {
    const streets = new StreetTiles(squareTown(6, { lat: -17, lng: 179.995 }).graph())
    expect(streets.cut(tileAt(14, -16.995, 179.9999)).streets.length).toBeGreaterThan(0)
    expect(streets.cut(tileAt(14, -16.995, -179.9999)).streets.length).toBeGreaterThan(0)
  })

  test('are found on both sides of the date line from afar, too', () => {
    const sketch = new Sketch({ lat: -17, lng: 179.99 })
    sketch.corner('west', 0, -200).corner('east', 0, 200).road('west east', { highway: 'motorway' })
    const streets = new StreetTiles(sketch.graph())
    for (const side of [179.9, -179.9]) expect(streets.cut(tileAt(8, -17, side)).streets).toHaveLength(1)
  })

  test('are none on a map without kinds of roads, which an earlier version imported', () => {
    const graph = new Sketch().corner('a', 0, 0).corner('b', 0, 1).road('a b').graph()
    const earlier = { ...graph, edgeKind: new Uint8Array(), edgeLabel: new Uint32Array() }
    expect(new StreetTiles(earlier).cut(tileAt(14, 0, 10)).streets).toEqual([])
  })
})

describe('a line', () => {
  const line = array(tuple(integer({ min: -500, max: 1_500 }), integer({ min: -500, max: 1_500 })), {
    minLength: 2,
    maxLength: 30,
  })

  test('that is clipped has no point outside, and keeps every point inside', () => {
    assert(
      property(line, (points) => {
        const parts = clipLine(points.flat(), 0, 1_000)
        for (const value of parts.flat()) {
          expect(value).toBeGreaterThanOrEqual(-1e-6)
          expect(value).toBeLessThanOrEqual(1_000 + 1e-6)
        }
        const kept = new Set(
          parts.flatMap((part) => part.flatMap((x, at) => (at % 2 === 0 ? [`${x},${part[at + 1]}`] : []))),
        )
        const different = points.filter(
          ([x, y], at) => at === 0 || x !== points[at - 1]![0] || y !== points[at - 1]![1],
        )
        for (const [x, y] of different.length < 2 ? [] : different)
          if (x > 0 && x < 1_000 && y > 0 && y < 1_000) expect(kept.has(`${x},${y}`)).toBe(true)
      }),
    )
  })

  test('that is simplified starts and ends where it did, and only loses points', () => {
    assert(
      property(line, integer({ min: 0, max: 100 }), (points, tolerance) => {
        const simple = simplifyLine(points.flat(), tolerance)
        expect(simple.slice(0, 2)).toEqual([...points[0]!])
        expect(simple.slice(-2)).toEqual([...points.at(-1)!])
        expect(simple.length).toBeLessThanOrEqual(points.length * 2)
      }),
    )
  })
})

describe('a tile', () => {
  test('and its neighbor share their edge', () => {
    const [here, east] = [boxOf({ z: 9, x: 106, y: 194 }), boxOf({ z: 9, x: 107, y: 194 })]
    expect(here.east).toBeCloseTo(east.west, 9)
    const project = projection({ z: 9, x: 106, y: 194 })
    const [x, y] = project(here.south, here.east)
    expect([Math.round(x), Math.round(y)]).toEqual([tileExtent, tileExtent])
  })
})
