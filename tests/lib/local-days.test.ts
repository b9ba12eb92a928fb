import { describe, expect, test } from 'bun:test'
import { dayBounds, localDateAt } from '../../src/lib/calendar'

const hour = 3_600_000

describe('a local day', () => {
  test('follows the time zone, not UTC', () => {
    const at = Date.parse('2026-03-02T05:30:00Z')
    expect(localDateAt(at, 'America/Denver')).toBe('2026-03-01')
    expect(localDateAt(at, 'America/New_York')).toBe('2026-03-02')
  })

  test('starts at local midnight and lasts 24 hours, or 23 or 25 when the clocks change', () => {
    const length = (date: string) => {
      const { from, to } = dayBounds(date, 'America/Denver')
      return (to - from) / hour
    }
    expect(new Date(dayBounds('2026-03-02', 'America/Denver').from).toISOString()).toBe(
      '2026-03-02T07:00:00.000Z',
    )
    expect(['2026-03-02', '2026-03-08', '2026-11-01'].map(length)).toEqual([24, 23, 25])
  })

  test('contains every moment of its date and no other', () => {
    const { from, to } = dayBounds('2026-03-08', 'America/Denver')
    expect(localDateAt(from, 'America/Denver')).toBe('2026-03-08')
    expect(localDateAt(to - 1, 'America/Denver')).toBe('2026-03-08')
    expect(localDateAt(from - 1, 'America/Denver')).toBe('2026-03-07')
    expect(localDateAt(to, 'America/Denver')).toBe('2026-03-09')
  })
})
