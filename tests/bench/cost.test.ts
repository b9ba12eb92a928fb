import { describe, expect, test } from 'bun:test'
import { Answer } from '../../bench/cost/load'
import { parseOptions } from '../../bench/cost/options'
import { pathNames } from '../../bench/cost/paths'
import committed from '../../bench/cost/ratios.json'
import { explainedUpTo, hasGrown, nextRatios } from '../../bench/cost/ratios'
import { costTable } from '../../bench/cost/report'
import { cpuMsBetween, parseRunTime } from '../../bench/support/procfs'

const changelog = (...lines: string[]) =>
  [
    '# Changelog',
    '',
    '## Unreleased',
    '',
    ...lines,
    '',
    '## 0.2.0',
    '',
    '- cost of day: 9 → 12 because of maps',
  ].join('\n')

describe('the guard', () => {
  test('fails a path that costs more than 1.3 times its committed ratio', () => {
    expect(hasGrown(2.6, 2)).toBe(false)
    expect(hasGrown(2.61, 2)).toBe(true)
    expect(hasGrown(1, 2)).toBe(false)
  })

  test('has a committed ratio for every path, and for nothing else', () => {
    expect(Object.keys(committed)).toEqual([...pathNames])
  })

  test('shows committed, measured and quotient', () => {
    const table = costTable(new Map([['booking', { service: 420, bare: 200 }]]), { booking: 2 })
    expect(
      table
        .split('\n')
        .at(-1)
        ?.split('|')
        .map((cell) => cell.trim()),
    ).toEqual(['', 'booking', '420', '200', '2.10', '2', '1.05', ''])
  })
})

describe('writing the ratios', () => {
  const before = { booking: 2.1, day: 9 }
  const write = (measured: Record<string, number>, ...lines: string[]) =>
    nextRatios(before, measured, changelog(...lines))

  test('lowers a ratio without a reason and leaves the other paths alone', () => {
    expect(write({ booking: 1.84 })).toEqual({ ratios: { booking: 1.8, day: 9 }, missing: [] })
  })

  test('adds a new path without a reason', () => {
    expect(write({ search: 13.91 })).toEqual({ ratios: { ...before, search: 13.9 }, missing: [] })
  })

  test('refuses to raise a ratio without a line in the changelog, and says which line is missing', () => {
    expect(write({ booking: 2.43 })).toEqual({
      ratios: before,
      missing: ['cost of booking: 2.1 → 2.4 because …'],
    })
  })

  test('raises a ratio with a reason among the unreleased changes', () => {
    const { ratios, missing } = write(
      { booking: 2.43 },
      '- Bookings keep a history (cost of booking: 2.1 → 2.4 because each writes one more row).',
    )
    expect(missing).toEqual([])
    expect(ratios).toEqual({ booking: 2.4, day: 9 })
  })

  test.each([
    ['is for another path', '- cost of checkout: 2.1 → 2.4 because of a row'],
    ['goes less high', '- cost of booking: 2.1 → 2.3 because of a row'],
    ['has no reason', '- cost of booking: 2.1 → 2.4'],
    ['has an empty reason', '- cost of booking: 2.1 → 2.4 because'],
  ])('refuses when the line %s', (_, line) => {
    expect(write({ booking: 2.43 }, line).missing).toHaveLength(1)
  })

  test('takes no reason from an earlier release', () => {
    expect(explainedUpTo('day', changelog())).toBe(0)
    expect(write({ day: 12 }).missing).toEqual(['cost of day: 9 → 12 because …'])
  })

  test('keeps a ratio that differs only by noise', () => {
    expect(write({ booking: 2.18 })).toEqual({ ratios: before, missing: [] })
  })
})

describe('an answer', () => {
  const bytes = (text: string) => new TextEncoder().encode(text)

  test('is complete once all of its body has arrived, in whichever pieces', () => {
    const answer = new Answer()
    const pieces = ['HTTP/1.1 201 Cre', 'ated\r\nContent-Length: 5\r\n', '\r\n12', '345']
    expect(pieces.map((piece) => answer.isCompleteWith(bytes(piece)))).toEqual([false, false, false, true])
  })

  test('stops the run unless it is a 2xx', () => {
    expect(() =>
      new Answer().isCompleteWith(bytes('HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n')),
    ).toThrow('429 Too Many Requests')
  })
})

describe('the options', () => {
  test('choose paths, rounds and requests', () => {
    expect(parseOptions(['--only', 'day, booking', '--rounds', '2', '--requests', '500'])).toMatchObject({
      only: ['booking', 'day'],
      rounds: 2,
      requests: 500,
    })
    expect(parseOptions([])).toMatchObject({ only: [...pathNames], requests: null, write: false })
  })

  test.each([
    [['--only', 'nothing'], '--only knows booking'],
    [['--rounds', '1.5'], '--rounds takes a whole number'],
    [['--plant', '20', '--write'], 'exclude each other'],
  ])('refuse %p', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message)
  })
})

test('CPU time counts every thread, also those that began or ended in between', () => {
  expect(parseRunTime('1500000 20 3\n')).toBe(1_500_000)
  expect(() => parseRunTime('')).toThrow('CPU time')
  const before = new Map([
    ['1', 5e6],
    ['2', 9e6],
  ])
  const after = new Map([
    ['1', 7e6],
    ['3', 1e6],
  ])
  expect(cpuMsBetween(before, after)).toBe(3)
})
