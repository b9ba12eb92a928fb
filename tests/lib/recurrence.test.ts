import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { dateAfterSteps, dateBefore, datesFrom, firstDateFrom } from '../../src/lib/calendar'
import { changedInterval, isMoreOften, storedInterval } from '../../src/lib/interval'

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
const inMonths = fc.record({ anchorDate: date, intervalMonths: fc.integer({ min: 1, max: 24 }) })
const inWeeks = fc.record({
  anchorDate: date,
  intervalMonths: fc.constant(1),
  intervalWeeks: fc.integer({ min: 1, max: 4 }),
})
const recurrence = fc.oneof(inMonths, inWeeks)
const parts = (text: string) => Temporal.PlainDate.from(text)

describe('for any anchor and interval', () => {
  test('a date never drifts from the day of its anchor', () => {
    fc.assert(
      fc.property(inMonths, fc.integer({ min: 0, max: 500 }), (given, steps) => {
        const reached = parts(dateAfterSteps(given, steps))
        const anchor = parts(given.anchorDate)
        expect(reached.day).toBe(Math.min(anchor.day, reached.daysInMonth))
        const months = (reached.year - anchor.year) * 12 + reached.month - anchor.month
        expect(months).toBe(steps * given.intervalMonths)
      }),
    )
  })

  test('dates in weeks stay that many days apart, over leap days, clock changes and year ends', () => {
    fc.assert(
      fc.property(inWeeks, date, fc.integer({ min: 2, max: 60 }), (given, day, count) => {
        const dates = datesFrom(given, day, count)
        expect(dates).toHaveLength(count)
        const apart = dates.slice(1).map((next, place) => parts(dates[place]!).until(next).days)
        expect(new Set(apart)).toEqual(new Set([given.intervalWeeks * 7]))
        expect(parts(dates[0]!).dayOfWeek).toBe(parts(given.anchorDate).dayOfWeek)
      }),
    )
  })

  test('the date before one of its dates is the one that leads to it', () => {
    fc.assert(
      fc.property(recurrence, fc.integer({ min: 1, max: 200 }), (given, steps) => {
        expect(dateBefore(given, dateAfterSteps(given, steps))).toBe(dateAfterSteps(given, steps - 1))
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

describe('an interval', () => {
  const weekly = { intervalMonths: 1, intervalWeeks: 1 }

  test('in weeks says 1 month to software that only knows months', () => {
    expect(storedInterval({ intervalMonths: 6, intervalWeeks: 2 })).toEqual({
      intervalMonths: 1,
      intervalWeeks: 2,
    })
    expect(storedInterval({ intervalMonths: 6 })).toEqual({ intervalMonths: 6, intervalWeeks: null })
  })

  test('is in months again when only months are named', () => {
    expect(changedInterval(weekly, { intervalMonths: 3 })).toEqual({ intervalMonths: 3, intervalWeeks: null })
    expect(changedInterval(weekly, { intervalWeeks: null })).toEqual({
      intervalMonths: 1,
      intervalWeeks: null,
    })
    expect(changedInterval(weekly, {})).toEqual(weekly)
  })

  test('of four weeks comes more often than a month, and two weeks more often than four', () => {
    const [two, four] = [2, 4].map((intervalWeeks) => ({ intervalMonths: 1, intervalWeeks }))
    expect(isMoreOften(four!, { intervalMonths: 1 })).toBe(true)
    expect(isMoreOften(two!, four!)).toBe(true)
    expect(isMoreOften({ intervalMonths: 1 }, four!)).toBe(false)
    expect(isMoreOften({ intervalMonths: 3 }, { intervalMonths: 3 })).toBe(false)
  })
})
