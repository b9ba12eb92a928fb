import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { dateAfterSteps, datesFrom, firstDateFrom } from '../../src/lib/calendar'

describe('dates that recur every few months', () => {
  test('fall on the last day of short months and return to their own day', () => {
    const monthly = { anchorDate: '2026-01-31', intervalMonths: 1 }
    expect(datesFrom(monthly, '2026-01-31', 5)).toEqual([
      '2026-01-31',
      '2026-02-28',
      '2026-03-31',
      '2026-04-30',
      '2026-05-31',
    ])
    expect(datesFrom({ anchorDate: '2028-02-29', intervalMonths: 12 }, '2028-03-01', 4)).toEqual([
      '2029-02-28',
      '2030-02-28',
      '2031-02-28',
      '2032-02-29',
    ])
  })

  test('start with the anchor, however early the day', () => {
    expect(firstDateFrom({ anchorDate: '2026-05-15', intervalMonths: 3 }, '1999-01-01')).toBe('2026-05-15')
  })

  test('stop at the end date, which still counts', () => {
    const ending = { anchorDate: '2026-01-31', intervalMonths: 1, endDate: '2026-03-31' }
    expect(datesFrom(ending, '2026-02-01', 12)).toEqual(['2026-02-28', '2026-03-31'])
    expect(datesFrom({ ...ending, endDate: '2026-03-30' }, '2026-02-01', 12)).toEqual(['2026-02-28'])
    expect(datesFrom(ending, '2026-04-01', 12)).toEqual([])
  })
})

const date = fc
  .tuple(
    fc.integer({ min: 1990, max: 2090 }),
    fc.integer({ min: 1, max: 12 }),
    fc.integer({ min: 1, max: 31 }),
  )
  .map(([year, month, day]) => Temporal.PlainDate.from({ year, month, day }).toString())
const recurrence = fc.record({ anchorDate: date, intervalMonths: fc.integer({ min: 1, max: 24 }) })
const parts = (text: string) => Temporal.PlainDate.from(text)

describe('for any anchor and interval', () => {
  test('a date never drifts from the day of its anchor', () => {
    fc.assert(
      fc.property(recurrence, fc.integer({ min: 0, max: 500 }), (given, steps) => {
        const reached = parts(dateAfterSteps(given, steps))
        const anchor = parts(given.anchorDate)
        expect(reached.day).toBe(Math.min(anchor.day, reached.daysInMonth))
        const months = (reached.year - anchor.year) * 12 + reached.month - anchor.month
        expect(months).toBe(steps * given.intervalMonths)
      }),
    )
  })

  test('the first date from a day is the earliest that is not before it', () => {
    fc.assert(
      fc.property(recurrence, date, (given, day) => {
        const first = firstDateFrom(given, day)
        let step = 0
        while (dateAfterSteps(given, step) < day) step++
        expect(first).toBe(dateAfterSteps(given, step))
      }),
    )
  })

  test('continuing from the day after a date gives the same dates as asking once', () => {
    fc.assert(
      fc.property(recurrence, date, (given, day) => {
        const together = datesFrom(given, day, 6)
        const oneByOne: string[] = []
        for (let from = day; oneByOne.length < 6;) {
          const next = firstDateFrom(given, from)
          oneByOne.push(next)
          from = parts(next).add({ days: 1 }).toString()
        }
        expect(oneByOne).toEqual(together)
        expect(together.toSorted()).toEqual(together)
      }),
    )
  })
})
