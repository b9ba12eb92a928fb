import { expect, test } from 'bun:test'
import { maxMessageAttempts, messageRetryDelay } from '../../src/lib/backoff'

test('the retry delay grows with every attempt until there are no more', () => {
  const waits = Array.from({ length: maxMessageAttempts }, (_, before) => messageRetryDelay(before + 1, 0))
  expect(waits.map((wait) => (wait === null ? null : wait / 1000))).toEqual([
    30,
    120,
    600,
    1800,
    7200,
    21_600,
    null,
  ])
})

test('random jitter adds up to a fifth', () => {
  expect(messageRetryDelay(1, 0.5)).toBe(33_000)
  expect(messageRetryDelay(1, 0.999999)).toBeLessThanOrEqual(36_000)
})
