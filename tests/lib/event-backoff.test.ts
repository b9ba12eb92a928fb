import { expect, test } from 'bun:test'
import { assert, property, string } from 'fast-check'
import { eventJitter, maxEventAttempts, eventRetryDelay } from '../../src/lib/backoff'
import { hour, minute } from '../../src/lib/clock'

const rungs = [0, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour]

test('the retry delay grows after each failure, by up to a tenth more than its step, and ends after the last', () => {
  assert(
    property(string(), (id) => {
      for (const [place, rung] of rungs.entries()) {
        const wait = eventRetryDelay(place + 1, id)!
        expect(wait).toBeGreaterThanOrEqual(rung)
        expect(wait).toBeLessThanOrEqual(rung * 1.1)
      }
      expect(eventRetryDelay(maxEventAttempts, id)).toBeNull()
    }),
  )
})

test('the retry delay is the same every time for one event, and spreads out many', () => {
  expect(eventRetryDelay(3, 'evt_1')).toBe(eventRetryDelay(3, 'evt_1'))
  const waits = new Set(Array.from({ length: 200 }, (_, place) => eventRetryDelay(4, `evt_${place}`)))
  expect(waits.size).toBeGreaterThan(150)
  expect(eventJitter('evt_1', 1)).not.toBe(eventJitter('evt_1', 2))
})
