import { describe, expect, test } from 'bun:test'
import type { Position } from '../../../../src/lib/geo'
import { cutAtDateLine } from '../../../../src/providers/routing/contours'
import { RoadEngine } from '../../../../src/providers/routing/roads/engine'
import { signedArea } from '../rings'
import { block, squareTown } from './town'

describe('a map at the date line', () => {
  const town = squareTown(10, { lat: -17, lng: 180 - 5 * block })
  const graph = town.graph()
  const engine = new RoadEngine(graph)

  test('is one map', () => {
    const [south, west, north, east] = graph.info.bounds
    expect(east - west).toBeCloseTo(10 * block, 4)
    expect(north - south).toBeCloseTo(10 * block, 4)
  })

  test('has drives across it', () => {
    const [west, east] = [town.at(5, 1), town.at(5, 9)]
    expect(east.lng).toBeLessThan(0)
    const [there, back] = [engine.travelTimes([west], [east])[0]!, engine.travelTimes([east], [west])[0]!]
    expect(there).toBeLessThan(4)
    // At a crossing one may set off in another direction, which is a turn more or less.
    expect(Math.abs(back - there)).toBeLessThan(0.2)
  })

  test('gives an area on both sides', () => {
    for (const start of [town.at(5, 2), town.at(5, 8)]) {
      const [area] = engine.areas(start, [3])
      const lngs = area!.outline.filter((_, at) => at % 2 === 0)
      expect(Math.max(...lngs) - Math.min(...lngs)).toBeLessThan(0.05)
      expect(Math.min(...lngs)).toBeLessThan(180)
      expect(Math.max(...lngs)).toBeGreaterThan(180)
    }
  })
})

describe('a ring that runs past the date line', () => {
  const square = (west: number, east: number): Position[] => [
    [west, 0],
    [east, 0],
    [east, 1],
    [west, 1],
  ]

  test("is left alone when it doesn't", () => {
    expect(cutAtDateLine(square(170, 180))).toEqual([square(170, 180)])
  })

  test.each([
    [179, 182],
    [-182, -179],
  ])('from %d to %d becomes two', (west, east) => {
    const parts = cutAtDateLine(square(west, east))
    expect(parts).toHaveLength(2)
    for (const part of parts) {
      for (const [lng] of part) expect(Math.abs(lng)).toBeLessThanOrEqual(180)
      expect(signedArea([...part, part[0]!])).toBeGreaterThan(0)
    }
    const areas = parts.map((part) => signedArea([...part, part[0]!]))
    expect(areas[0]! + areas[1]!).toBeCloseTo(3, 9)
  })

  test('and lies entirely beyond it moves to the other side', () => {
    expect(cutAtDateLine(square(181, 182))).toEqual([square(-179, -178)])
  })
})
