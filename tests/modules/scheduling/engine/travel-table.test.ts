import { describe, expect, test } from 'bun:test'
import { seededRandom } from '../../../../src/modules/scheduling/engine/random'
import { TravelTable } from '../../../../src/modules/scheduling/engine/travel-table'
import { roughTravel } from './random-world'

const placesUpTo = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ lat: 40 + (at % 83) / 64, lng: -75 + (at % 97) / 64 }))

describe.each([50, 7_000])('among %d places', (count) => {
  test("the minutes are those of the road, rounded up, however often they're requested", () => {
    const places = placesUpTo(count)
    const table = new TravelTable(places, roughTravel)
    const random = seededRandom(5)
    const asked = Array.from({ length: 20_000 }, () => Math.floor(random() * count))
    const wrong = [...asked, ...asked].filter((from, at, all) => {
      const to = all[(at * 7 + 1) % all.length]!
      const expected = from === to ? 0 : Math.ceil(roughTravel(places[from]!, places[to]!))
      return table.minutes(from, to) !== expected
    })
    expect(wrong).toEqual([])
  })

  test('each trip is requested once', () => {
    let asked = 0
    const table = new TravelTable(placesUpTo(count), () => (asked += 1))
    for (const to of [1, 2, 3, 2, 1]) table.minutes(0, to)
    expect(asked).toBe(3)
  })
})

test('there is no trip from or to nowhere, and a nonsensical one is too long for any day', () => {
  const places = [null, { lat: 40, lng: -75 }, { lat: 41, lng: -75 }]
  expect(new TravelTable(places, roughTravel).minutes(0, 1)).toBe(0)
  for (const nonsense of [Number.NaN, Infinity, -1, 1e9]) {
    expect(new TravelTable(places, () => nonsense).minutes(1, 2)).toBeGreaterThan(24 * 60)
  }
})
