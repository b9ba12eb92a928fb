import { describe, expect, test } from 'bun:test'
import {
  faultOfPart,
  sharedZips,
  zipHint,
  cornersOf,
  drawableCorners,
  middlesOf,
  outlineText,
} from '../../../src/web/admin/franchises/outline'

describe('an outline as text', () => {
  test('has one corner per line, and reads back what it wrote', () => {
    const corners: [number, number][] = [
      [39.9, -105.2],
      [39.6, -104.8],
      [39.6, -105.2],
    ]
    expect(outlineText(corners)).toBe('39.9, -105.2\n39.6, -104.8\n39.6, -105.2')
    expect(cornersOf(outlineText(corners))).toEqual(corners)
    expect([outlineText(null), cornersOf(' \n ')]).toEqual(['', null])
  })

  test('accepts what spreadsheets and people write, and leaves non-numbers for the service to report', () => {
    expect(cornersOf('39.9\t-105.2\n\n 39.6; -104.8 \nnorth, east')).toEqual([
      [39.9, -105.2],
      [39.6, -104.8],
      ['north', 'east'],
    ])
  })

  test('is drawn as far as it makes sense already', () => {
    expect(drawableCorners('39.9, -105.2\n39.\n91, 0\n40, 1, 2\n39.6, -104.8')).toEqual([
      [39.9, -105.2],
      [39.6, -104.8],
    ])
  })

  test('has a midpoint on every edge, including the closing one', () => {
    expect(middlesOf([[0, 0]])).toEqual([])
    expect(
      middlesOf([
        [0, 0],
        [2, 4],
      ]),
    ).toEqual([[1, 2]])
    expect(
      middlesOf([
        [0, 0],
        [0, 2],
        [2, 2],
      ]),
    ).toEqual([
      [0, 1],
      [1, 2],
      [1, 1],
    ])
  })
})

describe('feedback about an area', () => {
  test('names the corner or the code that is wrong', () => {
    const corner = (place: number) => `Corner ${place + 1}`
    expect(faultOfPart({ 'areaPolygon.2.0': 'must be a number' }, 'areaPolygon', corner)).toBe(
      'Corner 3: must be a number',
    )
    expect(faultOfPart({ areaPolygon: 'must not cross itself' }, 'areaPolygon', corner)).toBe(
      'Must not cross itself',
    )
    expect(faultOfPart({ name: 'is required' }, 'areaPolygon', corner)).toBeUndefined()
  })

  test("counts codes once and names those that don't exist or also belong to another", () => {
    const other = { id: 'b', name: 'North', areaZips: ['80202', '80299'] }
    const shared = sharedZips([other] as never, 'a', '80202 80203')
    expect(zipHint(['80202', '80203', '80202'], { known: [], unknown: ['80203'] }, shared)).toBe(
      '2 ZIP codes. Not found: 80203. North also serves 80202; the franchise with the higher priority gets the job.',
    )
    expect(zipHint([], { known: [], unknown: [] }, new Map())).toBe(
      'Separate ZIP codes with spaces or commas',
    )
    const many = Array.from({ length: 9 }, (_, at) => `9000${at}`)
    expect(zipHint(many, { known: [], unknown: many }, new Map())).toContain('90005 and 3 more')
  })
})
