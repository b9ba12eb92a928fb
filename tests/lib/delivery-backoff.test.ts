import { expect, test } from 'bun:test'
import { assert, date, nat, oneof, property, string } from 'fast-check'
import { deliveryRetryDelay, maxDeliveryAttempts } from '../../src/lib/backoff'
import { day, second } from '../../src/lib/clock'
import { retryAfterMs } from '../../src/modules/webhooks/sender'

const attempts = Array.from({ length: maxDeliveryAttempts }, (_, index) => index + 1)

test('retries of a webhook wait longer each time, differ between deliveries, and end after three days', () => {
  assert(
    property(string(), (id) => {
      const delays = attempts.map((attempt) => deliveryRetryDelay(attempt, id))
      expect(delays.at(-1)).toBeNull()
      const waits = delays.slice(0, -1).map(Number)
      expect(waits.every((wait, index) => index === 0 || wait > Number(waits[index - 1]))).toBe(true)
      expect(waits[0]).toBeWithin(5 * second, 5.5 * second + 1)
      expect(Math.max(...waits)).toBeLessThanOrEqual(1.1 * day)
      const total = waits.reduce((sum, wait) => sum + wait, 0)
      expect(total).toBeWithin(3 * day, 3.6 * day)
      // The same delivery waits the same time, whichever process asks.
      expect(attempts.map((attempt) => deliveryRetryDelay(attempt, id))).toEqual(delays)
    }),
  )
  const firsts = new Set(Array.from({ length: 50 }, (_, id) => deliveryRetryDelay(3, `d${id}`)))
  expect(firsts.size).toBeGreaterThan(40)
})

test('a receiver can ask us to wait, but never longer than a day and never less than nothing', () => {
  const now = Date.parse('2026-03-02T15:00:00Z')
  assert(
    property(oneof(string(), nat().map(String), date().map(String)), (header) => {
      const wait = retryAfterMs(429, header, now)
      expect(wait === null || (wait >= 0 && wait <= day)).toBe(true)
    }),
  )
  expect(retryAfterMs(503, '120', now)).toBe(120 * second)
  expect(retryAfterMs(429, 'Mon, 02 Mar 2026 15:01:00 GMT', now)).toBe(60 * second)
  expect(retryAfterMs(429, 'soon', now)).toBeNull()
  expect(retryAfterMs(500, '120', now)).toBeNull()
})
