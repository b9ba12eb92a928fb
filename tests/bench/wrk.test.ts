import { describe, expect, test } from 'bun:test'
import { assertCleanLoad } from '../../bench/support/load'
import { parseWrk } from '../../bench/support/wrk'

const CLEAN = `Running 6s test @ http://127.0.0.1:4100/api/jobs/create
  1 threads and 64 connections
  Thread Stats   Avg      Stdev     Max   +/- Stdev
    Latency     8.83ms    5.44ms  63.58ms   91.47%
    Req/Sec     7.79k     1.07k    9.02k    75.00%
  Latency Distribution
     50%  812.50us
     75%    8.88ms
     90%   12.55ms
     99%    1.25s
  46532 requests in 6.01s, 31.03MB read
Requests/sec:   7742.43
Transfer/sec:      5.16MB
`

describe("wrk's output", () => {
  test('is read into counts, rates and latencies in milliseconds, whatever unit wrk chose', () => {
    expect(parseWrk(CLEAN)).toEqual({
      requests: 46_532,
      seconds: 6.01,
      perSecond: 7_742.43,
      p50Ms: 0.8125,
      p99Ms: 1_250,
      refused: 0,
      broken: 0,
    })
  })

  test('includes failed answers and every kind of broken connection', () => {
    const troubled = CLEAN.replace(
      'Requests/sec:',
      `  Socket errors: connect 1, read 20, write 300, timeout 4000
  Non-2xx or 3xx responses: 17
Requests/sec:`,
    )
    expect(parseWrk(troubled)).toMatchObject({ refused: 17, broken: 4_321 })
  })

  test('is read for a run measured in minutes', () => {
    expect(parseWrk(CLEAN.replace('in 6.01s', 'in 1.50m')).seconds).toBe(90)
  })

  test('is rejected when it has no result', () => {
    expect(() => parseWrk('unable to connect to 127.0.0.1:4100 Connection refused')).toThrow(
      'Connection refused',
    )
  })

  test("is rejected when latencies weren't requested", () => {
    expect(() => parseWrk(CLEAN.replace(/ {5}99%.*\n/, ''))).toThrow('99% latency')
  })
})

describe('a load', () => {
  const clean = parseWrk(CLEAN)

  test('counts when every answer was 2xx', () => {
    expect(() => assertCleanLoad(clean)).not.toThrow()
  })

  test.each([
    [{ requests: 0 }, 'no request'],
    [{ refused: 3 }, '3 answers were not 2xx'],
    [{ broken: 2 }, '2 connections failed'],
  ])("doesn't count with %p", (fault, message) => {
    expect(() => assertCleanLoad({ ...clean, ...fault })).toThrow(message)
  })
})
