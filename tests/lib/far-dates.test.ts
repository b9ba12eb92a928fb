import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  dateAfterSteps,
  datesFrom,
  dateToResume,
  dayAfter,
  daysAfter,
  firstDateFrom,
  lastDate,
  localDateAt,
  openDays,
} from '../../src/lib/calendar'

const written = /^\d{4}-\d\d-\d\d$/
const anyDate = fc
  .tuple(
    fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(0, 1, 999, 2026, 9998, 9999)),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(([year, month, day]) => Temporal.PlainDate.from({ year, month, day }).toString())
const recurrence = fc.record({
  anchorDate: fc.oneof(anyDate, fc.constant(lastDate)),
  intervalMonths: fc.integer({ min: 1, max: 24 }),
  endDate: fc.option(anyDate, { nil: null }),
})
const order = (a: string, b: string) => Temporal.PlainDate.compare(a, b)

describe('dates of any possible year', () => {
  test('sort the same as text and on the calendar', () => {
    fc.assert(
      fc.property(anyDate, anyDate, (a, b) =>
        expect(Math.sign(order(a, b))).toBe(a < b ? -1 : a > b ? 1 : 0),
      ),
    )
  })

  test('recur in order from the anchor, never before the day, after the end or beyond year 9999', () => {
    fc.assert(
      fc.property(recurrence, anyDate, (given, day) => {
        const dates = datesFrom(given, day, 6)
        for (const date of dates) {
          expect(date).toMatch(written)
          expect(order(date, day)).toBeGreaterThanOrEqual(0)
          expect(order(date, given.anchorDate)).toBeGreaterThanOrEqual(0)
          if (given.endDate !== null) expect(order(date, given.endDate)).toBeLessThanOrEqual(0)
        }
        for (const [index, date] of dates.entries())
          if (index > 0) expect(order(dates[index - 1]!, date)).toBe(-1)
      }),
    )
  })

  test('never step past the last one', () => {
    fc.assert(
      fc.property(recurrence, anyDate, fc.integer({ min: -100, max: 500_000 }), (given, day, steps) => {
        const made = [
          firstDateFrom(given, day),
          dateToResume(given, day, given.anchorDate),
          dayAfter(day),
          daysAfter(day, Math.abs(steps)),
          dateAfterSteps(given, Math.min(steps, 100_000)),
          ...openDays(day, 3, { closed: new Set() }),
        ]
        for (const date of made) expect(date).toMatch(written)
      }),
    )
    expect(localDateAt(Date.parse('9999-12-31T23:00Z'), 'Pacific/Kiritimati')).toBe('9999-12-31')
    expect(localDateAt(Date.parse('0000-01-01T00:00Z'), 'America/Denver')).toBe('0000-01-01')
  })

  test("end with the anchor when that's the last possible day", () => {
    const never = { anchorDate: '9999-12-31', intervalMonths: 1 }
    expect(datesFrom(never, '2026-03-02', 12)).toEqual(['9999-12-31'])
    expect(datesFrom({ anchorDate: '9999-11-30', intervalMonths: 3 }, '2026-03-02', 12)).toEqual([
      '9999-11-30',
    ])
  })
})
