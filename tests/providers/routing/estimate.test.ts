import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { distanceMetres } from '../../../src/lib/geo'
import { estimateMinutes, estimateRouting } from '../../../src/providers/routing/estimate'
import { metresWithin, minutesFor } from '../../../src/providers/routing/pace'
import type { ContourCollection } from '../../../src/providers/routing/types'
import { holds } from './rings'

const springfield = { lat: 39.8017, lng: -89.6437 }
const minutes = fc.double({ min: 1, max: 180, noNaN: true })
const point = fc.record({
  lat: fc.double({ min: -89, max: 89, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

function ringsOf({ features }: ContourCollection, contour: number) {
  return features
    .filter(({ properties }) => properties.contour === contour)
    .map(({ geometry }) => geometry.coordinates[0] as [number, number][])
}

describe('an estimated drive', () => {
  test('takes a plausible time', () => {
    expect(minutesFor(0)).toBe(0)
    expect(minutesFor(1_000)).toBeGreaterThan(2)
    expect(minutesFor(1_000)).toBeLessThan(4)
    expect(minutesFor(50_000)).toBeGreaterThan(40)
    expect(minutesFor(50_000)).toBeLessThan(65)
    expect(minutesFor(300_000)).toBeGreaterThan(190)
    expect(minutesFor(300_000)).toBeLessThan(270)
  })

  test('takes longer the farther it goes, and the reach for a time is the distance driven in it', () => {
    fc.assert(
      fc.property(minutes, minutes, (a, b) => {
        expect(Math.sign(metresWithin(a) - metresWithin(b))).toBe(Math.sign(a - b))
        expect(minutesFor(metresWithin(a))).toBeCloseTo(a, 9)
      }),
    )
  })
})

describe('estimated contours', () => {
  test("have Valhalla's shape and properties", async () => {
    const { type, features } = await estimateRouting.isochrone(springfield, [
      { minutes: 15, color: 'ff0000' },
      { minutes: 30 },
    ])
    expect(type).toBe('FeatureCollection')
    expect(features.map(({ properties }) => properties.contour)).toEqual([30, 15])
    const [, inner] = features
    expect(inner?.type).toBe('Feature')
    expect(inner?.geometry.type).toBe('Polygon')
    expect(inner?.properties).toEqual({
      color: '#ff0000',
      contour: 15,
      fill: '#ff0000',
      'fill-opacity': 0.33,
      fillColor: '#ff0000',
      fillOpacity: 0.33,
      metric: 'time',
      opacity: 0.33,
    })
    expect(features[0]?.properties.color).toMatch(/^#[0-9a-f]{6}$/)
  })

  test('are nested and surround the start, anywhere on the globe', async () => {
    await fc.assert(
      fc.asyncProperty(point, minutes, minutes, async (from, a, b) => {
        const [inner, outer] = [Math.min(a, b), Math.max(a, b)]
        fc.pre(outer - inner > 0.5)
        const found = await estimateRouting.isochrone(from, [{ minutes: inner }, { minutes: outer }])
        expect(found.features[0]?.properties.contour).toBe(outer)
        const outerRings = ringsOf(found, outer)
        for (const [lng, lat] of ringsOf(found, inner).flat()) {
          // The map's own edge is part of rings that end there.
          if (Math.abs(lng) === 180 || Math.abs(lat) === 90) continue
          expect(outerRings.some((ring) => holds(ring, { lat, lng }))).toBe(true)
          expect(Math.abs(distanceMetres(from, { lat, lng }) - metresWithin(inner))).toBeLessThan(1)
        }
      }),
      { numRuns: 100 },
    )
  })

  test('are the same each time, and appear once even if requested twice', async () => {
    const contours = [{ minutes: 20 }, { minutes: 40 }, { minutes: 20, color: '00ff00' }]
    const [first, second] = [
      await estimateRouting.isochrone(springfield, contours),
      await estimateRouting.isochrone(springfield, contours),
    ]
    expect(first).toEqual(second)
    expect(first.features).toHaveLength(2)
  })
})

describe('an estimated matrix', () => {
  test('has a row for each start and a column for each end', async () => {
    const towns = [springfield, { lat: 41.8781, lng: -87.6298 }, { lat: 40.6936, lng: -89.589 }]
    const matrix = await estimateRouting.matrix(towns.slice(0, 2), towns)
    expect(matrix.map((row) => row.length)).toEqual([3, 3])
    expect(matrix[0]?.[0]).toBe(0)
    expect(matrix[0]?.[2]).toBe(estimateMinutes(towns[0]!, towns[2]!))
    expect(await estimateRouting.matrix([], towns)).toEqual([])
  })

  test('is the same both ways to the last bit', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(point, { minLength: 2, maxLength: 6 }), async (points) => {
        const matrix = await estimateRouting.matrix(points, points)
        for (const [i, row] of matrix.entries())
          for (const [j, value] of row.entries()) expect(value).toBe(matrix[j]![i]!)
      }),
    )
  })

  test('lets other work run while a large one is computed', async () => {
    const many = Array.from({ length: 700 }, (_, at) => ({ lat: 30 + at / 100, lng: -90 + at / 100 }))
    let turns = 0
    let done = false
    const count = () => {
      turns += 1
      if (!done) setImmediate(count)
    }
    setImmediate(count)
    await estimateRouting.matrix(many, many)
    done = true
    expect(turns).toBeGreaterThanOrEqual(3)
  })
})
