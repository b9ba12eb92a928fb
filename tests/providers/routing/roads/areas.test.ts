import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Point, Position } from '../../../../src/lib/geo'
import { RoadEngine, type Area } from '../../../../src/providers/routing/roads/engine'
import { degreesOf } from '../../../../src/providers/routing/roads/graph'
import { holds, signedArea } from '../rings'
import { Sketch, squareTown } from './town'

function ringOf({ outline }: Area): Position[] {
  const ring = Array.from({ length: outline.length / 2 }, (_, at): Position => [
    outline[at * 2]!,
    outline[at * 2 + 1]!,
  ])
  return [...ring, ring[0]!]
}

/** Whether two outline segments cross within both. */
function crosses([a, b]: [Position, Position], [c, d]: [Position, Position]): boolean {
  const side = (p: Position, q: Position, r: Position) =>
    Math.sign((q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0]))
  return side(a, b, c) * side(a, b, d) < 0 && side(c, d, a) * side(c, d, b) < 0
}

const piecesOf = (ring: Position[]) =>
  ring.slice(1).map((place, at): [Position, Position] => [ring[at]!, place])

const town = squareTown(24, { lat: 48, lng: 11 })
const graph = town.graph()
const engine = new RoadEngine(graph)

describe('a drive-time area', () => {
  test('contains the start and what is reached in time, and little else', () => {
    const start = town.at(12, 12)
    const [area] = engine.areas(start, [4])
    const ring = ringOf(area!)
    expect(holds(ring, start)).toBe(true)
    expect(signedArea(ring)).toBeGreaterThan(0)
    const places: Point[] = Array.from(graph.vertexLat, (lat, at) => ({
      lat: degreesOf(lat),
      lng: degreesOf(graph.vertexLng[at]!),
    }))
    const times = engine.travelTimes([start], places)
    for (const [at, place] of places.entries()) {
      if (times[at]! < 3.4) expect(holds(ring, place)).toBe(true)
      if (times[at]! > 4.6) expect(holds(ring, place)).toBe(false)
    }
  })

  test('lies within every larger one, from anywhere and for any minutes', () => {
    const blocks = fc.double({ min: 0, max: 24, noNaN: true })
    const minutes = fc.uniqueArray(fc.double({ min: 1, max: 15, noNaN: true }), {
      minLength: 2,
      maxLength: 5,
    })
    fc.assert(
      fc.property(blocks, blocks, minutes, (north, east, some) => {
        const start = town.at(north, east)
        const rings = engine
          .areas(
            start,
            some.toSorted((a, b) => b - a),
          )
          .map(ringOf)
        for (const [at, ring] of rings.entries()) {
          const pieces = piecesOf(ring)
          expect(pieces.length).toBeGreaterThan(3)
          for (const other of rings.slice(at)) {
            const theirs = piecesOf(other)
            expect(pieces.some((piece) => theirs.some((their) => crosses(piece, their)))).toBe(false)
          }
        }
        for (const [at, ring] of rings.slice(1).entries())
          expect(Math.abs(signedArea(ring))).toBeLessThanOrEqual(Math.abs(signedArea(rings[at]!)))
      }),
      { numRuns: 40 },
    )
  })

  test('has far fewer corners than were traced', () => {
    const [area] = engine.areas(town.at(12, 12), [6])
    expect(area!.outline.length / 2).toBeLessThan(200)
  })

  test('is the same each time, whatever was requested in between', () => {
    const first = engine.areas(town.at(3, 4), [5, 10])
    engine.areas(town.at(20, 2), [7])
    engine.travelTimes([town.at(1, 1)], [town.at(9, 9)])
    expect(engine.areas(town.at(3, 4), [5, 10])).toEqual(first)
  })

  test('follows a road without exits as far as one gets', () => {
    const road = new Sketch({ lat: 48, lng: 11 })
      .corner('a', 0, 0)
      .corner('b', 0, 1)
      .corner('bend', 30, 40)
      .corner('c', 0, 80)
      .road('a b')
      .road('b bend c', { highway: 'trunk' })
    const [area] = new RoadEngine(road.graph()).areas(road.at(0, 0), [5])
    const ring = ringOf(area!)
    // Five minutes at 90 km/h are about seven kilometers, and the bend is eight away.
    expect(holds(ring, road.at(24, 32.2))).toBe(true)
    expect(holds(ring, road.at(30, 40))).toBe(false)
    expect(holds(ring, road.at(0, 20))).toBe(false)
  })
})

describe('the edge of the map', () => {
  const withMainRoad = (end: string) =>
    squareTown(10).corner('out', 5, 40).road(`5/10 ${end}`, { highway: 'primary', maxspeed: '60' })

  test("doesn't matter while no road leads out of it", () => {
    const [area] = new RoadEngine(squareTown(10).corner('in', 5.5, 5).graph()).areas(
      squareTown(10).at(5, 5),
      [2],
    )
    expect(area!.completeMinutes).toBe(2)
  })

  test('makes an area complete only until the first road leaves it', () => {
    const cut = withMainRoad('out')
    const areas = new RoadEngine(cut.graph()).areas(cut.at(5, 5), [30, 10, 2])
    // One kilometer of streets and six of main road.
    expect(areas.map(({ completeMinutes }) => completeMinutes)).toEqual([7, 7, 2])
    expect(areas.map(({ minutes }) => minutes)).toEqual([30, 10, 2])
  })

  test('is also where a road continues to nodes missing from the file', () => {
    const cut = withMainRoad('out ?beyond')
    const [area] = new RoadEngine(cut.graph()).areas(cut.at(5, 5), [30])
    expect(area!.completeMinutes).toBe(7)
  })
})
