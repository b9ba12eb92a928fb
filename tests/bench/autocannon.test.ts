import { expect, test } from 'bun:test'
import { parseAutocannon } from '../../bench/support/autocannon'

test("autocannon's output is read into the same shape as wrk's", () => {
  const printed = JSON.stringify({
    requests: { average: 2_690.5, total: 5_400 },
    latency: { p50: 11, p99: 154 },
    duration: 2.01,
    '2xx': 5_381,
    non2xx: 7,
    errors: 3,
    timeouts: 1,
  })
  expect(parseAutocannon(printed)).toEqual({
    requests: 5_388,
    seconds: 2.01,
    perSecond: 2_690.5,
    p50Ms: 11,
    p99Ms: 154,
    refused: 7,
    broken: 3,
  })
})
