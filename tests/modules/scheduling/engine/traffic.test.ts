import { expect, test } from 'bun:test'
import { plan } from '../../../../src/modules/scheduling/engine/plan'
import { arrivalIn, departureIn } from '../../../../src/modules/scheduling/engine/traffic'
import { hour, makeJob, makeWorker, makeWorld, minute, monday, workDay } from './random-world'

const start = 1_000_000
/** Twice as long from 8 to 9, half as long again from 9 to 10. */
const traffic = { start, factors: Array.from({ length: 24 }, (_, at) => (at === 8 ? 2 : at === 9 ? 1.5 : 1)) }
const clock = (hours: number, minutes = 0) => start + hours * 60 + minutes

test('a drive takes longer in rush hours, and only for the part that falls into them', () => {
  expect(arrivalIn(traffic, clock(6), 30)).toBe(clock(6, 30))
  expect(arrivalIn(traffic, clock(8), 30)).toBe(clock(9))
  expect(arrivalIn(traffic, clock(7, 45), 30)).toBe(clock(8, 30))
  expect(arrivalIn(traffic, clock(8, 30), 35)).toBe(clock(9, 30))
  expect(arrivalIn(traffic, clock(23, 50), 30)).toBe(clock(24, 20))
})

test('leaving as late as possible arrives in time, and a minute later would not', () => {
  for (let by = clock(7); by < clock(12); by += 7)
    for (const minutes of [0, 1, 13, 45, 90]) {
      const leave = departureIn(traffic, by, minutes)
      expect(arrivalIn(traffic, leave, minutes)).toBeLessThanOrEqual(by)
      expect(arrivalIn(traffic, leave + 1, minutes)).toBeGreaterThan(by)
    }
})

test('leaving later never means arriving earlier', () => {
  for (const minutes of [5, 20, 61])
    for (let leave = clock(6); leave < clock(12); leave += 1)
      expect(arrivalIn(traffic, leave + 1, minutes)).toBeGreaterThanOrEqual(
        arrivalIn(traffic, leave, minutes),
      )
})

test('a visit starts later when the roads are full, and is left out when it would come too late', () => {
  const job = (until: number) =>
    makeJob('a', {
      place: { lat: 40.5, lng: -75 },
      windows: [{ from: monday + 8 * hour, until: monday + until * hour }],
    })
  const starts = (factors: number[] | null, until: number) => {
    const worker = makeWorker('ann', { days: [{ ...workDay(0, [8, 17]), traffic: factors }] })
    return plan(makeWorld([worker], [job(until)])).placements.map(
      ({ start: at }) => (at - monday - 8 * hour) / minute,
    )
  }
  expect(starts(null, 9)).toEqual([40])
  expect(starts([...traffic.factors], 10)).toEqual([75])
  expect(starts([...traffic.factors], 9)).toEqual([])
})
