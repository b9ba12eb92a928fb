import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { distanceMetres, travel, wrapLongitude } from '../../src/lib/geo'
import { circleRings } from '../../src/providers/routing/contours'
import { holds, signedArea } from '../providers/routing/rings'

const anywhere = fc.record({
  lat: fc.oneof(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: 85, max: 90, noNaN: true }),
    fc.constantFrom(-90, 90, 0, 89.999, -89.5),
  ),
  lng: fc.oneof(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.constantFrom(-180, 180, 179.99, -179.9, 0),
  ),
})
const metres = fc.double({ min: 500, max: 260_000, noNaN: true })
const bearing = fc.double({ min: 0, max: 360, noNaN: true })

describe('a circle on the globe', () => {
  test('is drawn as closed rings on the map, counter-clockwise', () => {
    fc.assert(
      fc.property(anywhere, metres, (centre, far) => {
        const rings = circleRings(centre, far)
        expect(rings.length).toBeGreaterThanOrEqual(1)
        for (const ring of rings) {
          expect(ring.length).toBeGreaterThanOrEqual(4)
          expect(ring.at(-1)).toEqual(ring[0])
          expect(ring.every(([lng, lat]) => Math.abs(lng) <= 180 && Math.abs(lat) <= 90)).toBe(true)
          expect(signedArea(ring)).toBeGreaterThan(0)
        }
      }),
      { numRuns: 300 },
    )
  })

  test('contains points nearer than its radius and none farther', () => {
    fc.assert(
      fc.property(
        anywhere,
        metres,
        bearing,
        fc.double({ min: 0, max: 2, noNaN: true }),
        (centre, far, to, share) => {
          // Chords run slightly inside the circle, and a little more where the map is torn apart at a pole.
          fc.pre(Math.abs(share - 1) > 0.01)
          const reached = travel(centre, to, far * share)
          fc.pre(Math.abs(reached.lat) < 89.9 && Math.abs(Math.abs(wrapLongitude(reached.lng)) - 180) > 1e-6)
          const point = { lat: reached.lat, lng: wrapLongitude(reached.lng) }
          expect(circleRings(centre, far).some((ring) => holds(ring, point))).toBe(share < 1)
        },
      ),
      { numRuns: 500 },
    )
  })

  test('is two rings at the date line', () => {
    const rings = circleRings({ lat: -17, lng: 179.9 }, 50_000)
    expect(rings).toHaveLength(2)
    expect(rings.some((ring) => holds(ring, { lat: -17, lng: 179.9 }))).toBe(true)
    expect(rings.some((ring) => holds(ring, { lat: -17, lng: -179.8 }))).toBe(true)
    expect(rings.flat().filter(([lng]) => Math.abs(lng) === 180).length).toBeGreaterThanOrEqual(4)
  })

  test('is a band across all longitudes around a pole', () => {
    for (const lat of [90, 89.5, -89.5, -90]) {
      const [band = [], ...more] = circleRings({ lat, lng: 40 }, 150_000)
      expect(more).toEqual([])
      for (const lng of [-179.9, -90, 0, 90, 179.9])
        expect(holds(band, { lat: Math.sign(lat) * 89.99, lng })).toBe(true)
      expect(Math.min(...band.map(([lng]) => lng))).toBe(-180)
      expect(Math.max(...band.map(([lng]) => lng))).toBe(180)
    }
  })

  test('has its corners at its radius', () => {
    const centre = { lat: 39.8, lng: -89.6 }
    for (const [lng, lat] of circleRings(centre, 40_000)[0]!)
      expect(distanceMetres(centre, { lat, lng })).toBeCloseTo(40_000, 0)
  })
})
