import { expect, test } from 'bun:test'
import { percentile, RequestLog } from '../../src/http/request-log'

test('the 95th percentile is the value that one in twenty exceeds', () => {
  const sample = Float32Array.from({ length: 100 }, (_, index) => index + 1)
  expect(percentile(sample, 0.95)).toBe(95)
  expect(percentile(sample.toReversed(), 0.95)).toBe(95)
  expect(percentile(Float32Array.of(7), 0.95)).toBe(7)
  expect(percentile(new Float32Array(), 0.95)).toBe(0)
})

test('the latest 200 requests of a route count, and the slowest route comes first', () => {
  const log = new RequestLog()
  for (let n = 0; n < 300; n++) log.record('GET', '/slow', 200, 9_000, 0)
  for (let n = 0; n < 200; n++) log.record('GET', '/slow', 200, 300, 0)
  for (let n = 0; n < 30; n++) log.record('POST', '/quick', 200, 2, 0)
  expect(log.figures()).toEqual([
    { route: 'GET /slow', sample: 200, p95Ms: 300 },
    { route: 'POST /quick', sample: 30, p95Ms: 2 },
  ])
})

test('answers of 500 and above are counted by the time they were sent', () => {
  const log = new RequestLog()
  for (const [status, at] of [
    [500, 100],
    [502, 200],
    [404, 200],
    [200, 200],
    [503, 300],
  ] as const)
    log.record('GET', '/', status, 1, at)
  expect(log.failuresSince(0)).toBe(3)
  expect(log.failuresSince(200)).toBe(2)
  expect(log.failuresSince(301)).toBe(0)
})

test('it never exceeds its capacity', () => {
  const log = new RequestLog()
  for (let n = 0; n < 5_000; n++) log.record('GET', `/${n}`, 500, 1, n)
  expect(log.figures()).toHaveLength(1_000)
  expect(log.failuresSince(0)).toBe(1_000)
})
