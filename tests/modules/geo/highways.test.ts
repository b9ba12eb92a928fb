import { beforeAll, describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { packInterstates } from '../../../scripts/places/build-interstates'
import { compileGazetteer, type Gazetteer } from '../../../scripts/places/compile'
import {
  listInterstates,
  longestHop,
  resolveInterstates,
  type Interstate,
} from '../../../scripts/places/interstates'
import { distanceMetres, type Point } from '../../../src/lib/geo'
import { highwaysIn, interstatesFile } from '../../../src/modules/geo/highways'

/** The real lengths in miles, as far as they are in one piece. */
const lengths: Record<string, number> = {
  'I-5': 1_381,
  'I-8': 350,
  'I-10': 2_460,
  'I-15': 1_433,
  'I-20': 1_539,
  'I-25': 1_062,
  'I-29': 755,
  'I-40': 2_557,
  'I-45': 284,
  'I-55': 964,
  'I-57': 386,
  'I-64': 963,
  'I-65': 887,
  'I-70': 2_153,
  'I-71': 345,
  'I-75': 1_787,
  'I-77': 611,
  'I-80': 2_900,
  'I-81': 855,
  'I-85': 666,
  'I-90': 3_020,
  'I-91': 290,
  'I-94': 1_585,
  'I-95': 1_919,
}
const metersPerMile = 1_609
const sharpestTurn = 110

describe('the list of Interstates', () => {
  let gazetteer: Gazetteer
  let interstates: Interstate[]
  beforeAll(() => {
    gazetteer = compileGazetteer()
    // It throws if the gazetteer doesn't know a town, or knows two.
    interstates = resolveInterstates(gazetteer, listInterstates())
  })

  const resolve = (text: string) => resolveInterstates(gazetteer, listInterstates(text))

  test('is what the map shows: after a change, run bun run build:interstates', () => {
    expect(readFileSync(interstatesFile, 'utf8')).toBe(packInterstates(gazetteer))
  })

  test('has every great highway of the country', () => {
    const names = new Set(interstates.map(({ name }) => name))
    const great = '4 5 8 10 12 15 16 17 19 20 22 24 25 26 27 29 30 35 37 39 40 41 43 44 45 49 55 57 59'
    const more =
      '64 65 66 68 69 70 71 72 74 75 76 77 78 79 80 81 82 83 84 85 86 87 88 89 90 91 93 94 95 96 97 99'
    for (const number of `${great} ${more}`.split(' ')) expect(names).toContain(`I-${number}`)
  })

  test('has no long hops and no sharp turns', () => {
    const problems = interstates.flatMap(({ name, points }) =>
      points.flatMap((point, at) => {
        const [before, after] = [points[at - 1], points[at + 1]]
        const where = `${name} at ${point.lat.toFixed(3)} ${point.lng.toFixed(3)}`
        if (after && distanceMetres(point, after) > longestHop) return [`${where} has a long hop`]
        const isSharp = before && after && turn(before, point, after) > sharpestTurn
        return isSharp ? [`${where} has a sharp turn`] : []
      }),
    )
    expect(problems).toEqual([])
  })

  test('makes highways as long as they are', () => {
    for (const [name, miles] of Object.entries(lengths)) {
      const parts = interstates.filter((one) => one.name === name)
      const share = parts.reduce((sum, { points }) => sum + lengthOf(points), 0) / metersPerMile / miles
      expect([name, share > 0.9 && share < 1.05]).toEqual([name, true])
    }
  })

  test('names towns that exist only once, or are near the stop before', () => {
    expect(() => resolve('I-1\n  CO Denver, Nowhere at All')).toThrow('I-1: Nowhere at All, CO is not in')
    expect(() => resolve('I-1\n  CO Denver, Grand Junction')).toThrow('is too far from the stop before it')
    expect(() => resolve('I-1\n  Denver')).toThrow('neither a highway nor')
    const [one] = resolve('I-1\n  CO 39.7400 -105.0155, 39.74 -105.1, Denver')
    expect(one?.points.map(({ isExact }) => isExact)).toEqual([true, false, false])
  })
})

function turn(before: Point, at: Point, after: Point): number {
  const difference = Math.abs(bearing(before, at) - bearing(at, after))
  return difference > 180 ? 360 - difference : difference
}

function bearing(from: Point, to: Point): number {
  const narrow = Math.cos((from.lat * Math.PI) / 180)
  return (Math.atan2((to.lng - from.lng) * narrow, to.lat - from.lat) * 180) / Math.PI
}

const lengthOf = (points: readonly Point[]): number =>
  points.slice(1).reduce((sum, point, at) => sum + distanceMetres(points[at]!, point), 0)

describe('the highways of a tile', () => {
  const namesIn = async (z: number, x: number, y: number) => [
    ...new Set((await highwaysIn({ z, x, y })).map(({ name }) => name)),
  ]

  test('are those around Denver, from nearby and from afar', async () => {
    expect((await namesIn(8, 53, 97)).toSorted()).toEqual(['I-225', 'I-25', 'I-270', 'I-70', 'I-76'])
    // Beltways are too small for a map of the country.
    expect(await namesIn(5, 6, 12)).not.toContain('I-225')
    expect(await namesIn(5, 6, 12)).toContain('I-70')
  })

  test('end where people would see that they are approximate', async () => {
    // Denver's are exact, and those of the plains lead from town to town.
    const [denver, plains] = [
      { lat: 39.78, lng: -104.99 },
      { lat: 39.35, lng: -101.7 },
    ]
    const at = (z: number, { lat, lng }: Point): [number, number, number] => {
      const sine = Math.sin((lat * Math.PI) / 180)
      const down = 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)
      return [z, Math.floor(((lng + 180) / 360) * 2 ** z), Math.floor(down * 2 ** z)]
    }
    expect(await namesIn(...at(9, plains))).toEqual(['I-70'])
    expect(await namesIn(...at(10, plains))).toEqual([])
    expect(await namesIn(...at(11, denver))).toContain('I-25')
    expect(await namesIn(...at(12, denver))).toEqual([])
  })

  test('bend gently', async () => {
    for (const { name, line } of await highwaysIn({ z: 8, x: 53, y: 97 })) {
      let sharpest = 0
      for (let at = 4; at + 3 < line.length; at += 2) {
        const angle = Math.atan2(line[at + 3]!, line[at + 2]!) - Math.atan2(line[at + 1]!, line[at]!)
        sharpest = Math.max(sharpest, Math.abs(Math.atan2(Math.sin(angle), Math.cos(angle))))
      }
      expect([name, sharpest < Math.PI / 2]).toEqual([name, true])
    }
  })
})
