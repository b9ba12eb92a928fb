import { expect, test } from 'bun:test'
import { assert, array, integer, nat, property, tuple } from 'fast-check'
import { routesFor } from '../../../../src/modules/scheduling/engine/rules'
import { subtract, unite } from '../../../../src/modules/scheduling/engine/time'
import { defaultOptions } from '../../../../src/modules/scheduling/engine/world'
import { makeJob, makeWorker, makeWorld, minute, monday, workDay } from './random-world'

const breaks = array(tuple(nat({ max: 540 }), integer({ min: 1, max: 120 })), { maxLength: 4 })

/** A day from 8 to 17 with some breaks; moments are minutes after 8. */
function spansWith(pauses: [number, number][]) {
  const eight = monday / minute + 480
  const timeOff = pauses.map(([from, long]) => ({
    start: (eight + from) * minute,
    end: (eight + from + long) * minute,
  }))
  const worker = makeWorker('ann', { days: [workDay(0, [8, 17])], timeOff })
  return { eight, spans: routesFor(makeWorld([worker], []), worker, makeJob('a'), defaultOptions).spans }
}

test('the last departure is the last one that arrives in time', () => {
  assert(
    property(breaks, nat({ max: 540 }), nat({ max: 200 }), (pauses, by, minutes) => {
      const { eight, spans } = spansWith(pauses)
      const leave = spans.departure(0, eight + by, minutes)
      if (leave !== -1) expect(spans.arrival(0, leave, minutes)).toBeLessThanOrEqual(eight + by)
      for (let later = Math.max(eight, leave + 1); later <= eight + by; later += 7) {
        if (spans.pool.freeFirst[1]! > 1) expect(spans.arrival(0, later, minutes)).toBeGreaterThan(eight + by)
      }
    }),
  )
})

test('leaving later never means arriving earlier', () => {
  assert(
    property(breaks, nat({ max: 540 }), nat({ max: 200 }), (pauses, ready, minutes) => {
      const { eight, spans } = spansWith(pauses)
      const arrival = spans.arrival(0, eight + ready, minutes)
      expect(spans.arrival(0, eight + ready + 1, minutes)).toBeGreaterThanOrEqual(arrival)
      expect(arrival).toBeGreaterThanOrEqual(eight + ready + minutes)
    }),
  )
})

test('intervals are united and subtracted minute by minute', () => {
  const intervals = array(
    tuple(nat({ max: 60 }), nat({ max: 20 })).map(([start, long]) => ({ start, end: start + long })),
    { maxLength: 6 },
  )
  assert(
    property(intervals, intervals, (some, others) => {
      const has = (list: typeof some, at: number) => list.some(({ start, end }) => start <= at && at < end)
      const left = subtract(unite(some), others)
      for (let at = 0; at < 80; at += 1) expect(has(left, at)).toBe(has(some, at) && !has(others, at))
      for (const [at, { start, end }] of left.entries()) {
        expect(start).toBeLessThan(end)
        expect(left[at + 1]?.start ?? Infinity).toBeGreaterThanOrEqual(end)
      }
    }),
  )
})
