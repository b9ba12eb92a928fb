import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  distanceMetres,
  isInside,
  travel,
  unitVectors,
  vectorDistance,
  wrapLongitude,
  type LatLng,
} from '../../src/lib/geo'

const point = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lng: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('distances', () => {
  test('match those on the globe', () => {
    const chicago = { lat: 41.8781, lng: -87.6298 }
    const newYork = { lat: 40.7128, lng: -74.006 }
    expect(distanceMetres(chicago, newYork) / 1000).toBeCloseTo(1144.3, 0)
    expect(distanceMetres({ lat: 0, lng: 179.5 }, { lat: 0, lng: -179.5 }) / 1000).toBeCloseTo(111.2, 1)
    expect(distanceMetres({ lat: 90, lng: 0 }, { lat: 90, lng: 133 })).toBeCloseTo(0, 6)
  })

  test('are the same both ways and by both formulas', () => {
    fc.assert(
      fc.property(point, point, (a, b) => {
        const [there, back] = [unitVectors([a]), unitVectors([b])]
        expect(distanceMetres(a, b)).toBe(distanceMetres(b, a))
        expect(vectorDistance(there, 0, back, 0)).toBe(vectorDistance(back, 0, there, 0))
        expect(Math.abs(vectorDistance(there, 0, back, 0) - distanceMetres(a, b))).toBeLessThan(1)
      }),
    )
  })

  test('match the distance traveled', () => {
    const metres = fc.double({ min: 1, max: 300_000, noNaN: true })
    fc.assert(
      fc.property(point, fc.double({ min: 0, max: 360, noNaN: true }), metres, (from, bearing, far) => {
        expect(Math.abs(distanceMetres(from, travel(from, bearing, far)) - far)).toBeLessThan(1)
      }),
    )
  })
})

test('longitudes wrap at the date line', () => {
  expect([-180, 180, 181, -181, 540, 0].map(wrapLongitude)).toEqual([-180, 180, -179, 179, -180, 0])
})

describe('an area on the map', () => {
  const square: LatLng[] = [
    [10, 10],
    [10, 20],
    [20, 20],
    [20, 10],
  ]

  test('contains points inside and on its edge, drawn open or closed, in either direction', () => {
    for (const corners of [square, [...square, square[0]!], square.toReversed()]) {
      expect(isInside({ lat: 15, lng: 15 }, corners)).toBe(true)
      expect(isInside({ lat: 10, lng: 15 }, corners)).toBe(true)
      expect(isInside({ lat: 20, lng: 20 }, corners)).toBe(true)
      expect(isInside({ lat: 15, lng: 20.001 }, corners)).toBe(false)
      expect(isInside({ lat: 9.999, lng: 15 }, corners)).toBe(false)
    }
  })

  test('may be concave', () => {
    const corner: LatLng[] = [
      [0, 0],
      [0, 10],
      [10, 10],
      [10, 5],
      [5, 5],
      [5, 0],
    ]
    expect(isInside({ lat: 2, lng: 2 }, corner)).toBe(true)
    expect(isInside({ lat: 8, lng: 2 }, corner)).toBe(false)
  })

  test('may cross the date line', () => {
    const islands: LatLng[] = [
      [-20, 175],
      [-20, -175],
      [-10, -175],
      [-10, 175],
    ]
    expect(isInside({ lat: -15, lng: 179 }, islands)).toBe(true)
    expect(isInside({ lat: -15, lng: -179 }, islands)).toBe(true)
    expect(isInside({ lat: -15, lng: 180 }, islands)).toBe(true)
    expect(isInside({ lat: -15, lng: 0 }, islands)).toBe(false)
    expect(isInside({ lat: -15, lng: 170 }, islands)).toBe(false)
  })

  test('needs three corners', () => {
    expect(isInside({ lat: 0, lng: 0 }, [])).toBe(false)
    expect(
      isInside({ lat: 0, lng: 0 }, [
        [0, 0],
        [1, 1],
      ]),
    ).toBe(false)
  })
})
