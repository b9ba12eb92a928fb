import { describe, expect, test } from 'bun:test'
import { levelTable } from '../../bench/flush/report'
import { CONTESTANT_IDS } from '../../bench/store/contestants'
import { parseOptions } from '../../bench/store/options'
import { type Results, resultTable, targetLines } from '../../bench/store/report'

const round = (perSecond: number, p99Ms = 20) => ({
  requests: perSecond * 6,
  perSecond,
  p50Ms: 5,
  p99Ms,
  cpuMsPerRequest: 0.0812,
  memoryMb: 43.4,
})

const results: Results = new Map([
  ['ours', [round(9_000), round(12_000, 60), round(30_000, 70)]],
  ['raw-full', [round(6_000)]],
  ['express', [round(4_000)]],
])

describe('the report', () => {
  test('shows medians, the spread and the ratio to the raw server', () => {
    const ours = resultTable(results).split('\n')[2]
    const cells = ours?.split('|').map((cell) => cell.trim())
    expect(cells?.slice(2, 9)).toEqual(['12000', '9000–30000', '5.0', '60.0', '0.081', '43', '2.00'])
  })

  test('names each target whose servers took part and whether it was reached', () => {
    expect(targetLines(results)).toEqual([
      '- Truckroll ÷ raw-full: 2.00× (at least 1.5×, aim 2×): reached',
      '- Truckroll ÷ express: 3.00× (at least 4×): missed',
      '- Truckroll p99: 60.0 ms (under 50 ms): missed',
    ])
  })

  test("claims nothing when Truckroll didn't take part", () => {
    const peers: Results = new Map([['fastify', [round(5_000)]]])
    expect(targetLines(peers)).toEqual([])
    expect(resultTable(peers)).toContain('–')
  })

  test("shows a dash where the platform doesn't report CPU time", () => {
    const blind: Results = new Map([['ours', [{ ...round(5_000), cpuMsPerRequest: null }]]])
    expect(resultTable(blind).split('\n')[2]?.split('|')[6]?.trim()).toBe('–')
  })
})

describe('the disk report', () => {
  test('has a line for each speed, with the ratio to each peer', () => {
    const level: Results = new Map([...results, ['fastify', [round(3_000)]]])
    const line = levelTable([{ flushMicros: 474, results: level }]).split('\n')[2]
    const cells = line?.split('|').map((cell) => cell.trim())
    expect(cells?.slice(1, -1)).toEqual([
      '0.47 ms',
      '12000',
      '60.0',
      '6000',
      '2.00',
      '3000',
      '4.00',
      '4000',
      '3.00',
    ])
  })
})

describe('the command-line options', () => {
  test('default to three six-second rounds of all servers', () => {
    expect(parseOptions([])).toEqual({ seconds: 6, rounds: 3, only: [...CONTESTANT_IDS] })
  })

  test('select servers in the usual order', () => {
    expect(parseOptions(['--only', 'hono, ours', '--seconds=2'])).toEqual({
      seconds: 2,
      rounds: 3,
      only: ['ours', 'hono'],
    })
  })

  test.each([['--seconds=0'], ['--seconds=61'], ['--rounds=1.5'], ['--only=rails'], ['--only='], ['--fast']])(
    'reject %s',
    (option) => {
      expect(() => parseOptions([option])).toThrow()
    },
  )

  test('show the usage when asked', () => {
    expect(parseOptions(['--help'])).toBeNull()
  })
})
