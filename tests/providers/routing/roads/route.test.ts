import { describe, expect, test } from 'bun:test'
import { RoadEngine } from '../../../../src/providers/routing/roads/engine'
import { block, Sketch, squareTown } from './town'

const town = squareTown(6)
const engine = new RoadEngine(town.graph())

/** lat, lng pairs in blocks from the town's origin. */
const inBlocks = (line: Float64Array, { origin }: Sketch) =>
  Array.from({ length: line.length / 2 }, (_, at) => [
    Math.round(((line[at * 2]! - origin.lat) / block) * 100) / 100,
    Math.round(((line[at * 2 + 1]! - origin.lng) / block) * 100) / 100,
  ])

describe('the way between two places', () => {
  test('follows the streets from one to the other', () => {
    const way = inBlocks(engine.route(town.at(1, 0.5), town.at(4, 3.5))!, town)
    expect(way[0]).toEqual([1, 0.5])
    expect(way.at(-1)).toEqual([4, 3.5])
    for (const [at, [north, east]] of way.entries()) {
      const [beforeNorth, beforeEast] = way[Math.max(0, at - 1)]!
      expect(north === beforeNorth || east === beforeEast).toBe(true)
    }
  })

  test('on the same street is that part of it', () => {
    expect(inBlocks(engine.route(town.at(2, 1.25), town.at(2, 1.75))!, town)).toEqual([
      [2, 1.25],
      [2, 1.75],
    ])
  })

  test('takes as long as the travel time between them says', () => {
    // A detour around a one-way street is drawn as a detour.
    const sketch = new Sketch()
      .corner('a', 0, 0)
      .corner('b', 0, 1)
      .corner('c', 1, 1)
      .corner('d', 1, 0)
      .road('a b', { oneway: 'yes' })
      .road('b c d a')
    const detour = new RoadEngine(sketch.graph())
    const way = inBlocks(detour.route(sketch.at(0, 0.75), sketch.at(0, 0.25))!, sketch)
    expect(way).toContainEqual([1, 1])
    expect(way).toContainEqual([1, 0])
    expect(way.at(-1)).toEqual([0, 0.25])
  })

  test('is none from a place without roads', () => {
    expect(engine.route({ lat: 20, lng: 20 }, town.at(1, 1))).toBeNull()
  })

  test('is asked for again and again without disturbing travel times', () => {
    const fresh = new RoadEngine(town.graph())
    const places = [town.at(1, 1), town.at(5, 4), town.at(2, 6)]
    const before = fresh.travelTimes(places, places)
    fresh.route(places[0]!, places[1]!)
    expect(fresh.travelTimes(places, places)).toEqual(before)
    expect(engine.route(places[0]!, places[1]!)).toEqual(fresh.route(places[0]!, places[1]!))
  })
})
