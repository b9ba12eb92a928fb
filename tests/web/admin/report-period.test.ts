import { describe, expect, test } from 'bun:test'
import { changeText } from '../../../src/web/admin/reports/figures'
import { fitsBelow, linesOf } from '../../../src/web/admin/reports/bars'
import { everyMonth, sheetOf, show } from '../../../src/web/admin/reports/sheet'
import { daysBefore, daysOf, inBuckets, lengthOf } from '../../../src/web/admin/reports/period'

const none = { from: '', to: '', range: '' }

describe('a report', () => {
  test('covers the last 90 days unless other days are chosen', () => {
    expect(daysOf(none, '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
    expect(daysOf({ ...none, range: 'year' }, '2026-03-31')).toEqual({ from: '2026-01-01', to: '2026-03-31' })
    expect(daysOf({ ...none, range: 'all' }, '2026-03-31')).toBeNull()
    expect(daysOf({ ...none, range: '30', to: '2026-02-28' }, '2026-03-31')?.to).toBe('2026-02-28')
  })

  test.each([
    ['2026-03-01', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['2026-01-01', '2026-03-31', '2025-10-01', '2025-12-31'],
    ['2026-01-01', '2026-03-15', '2025-01-01', '2025-03-15'],
    ['2024-01-01', '2024-02-29', '2023-11-01', '2023-12-31'],
    ['2026-03-10', '2026-03-19', '2026-02-28', '2026-03-09'],
  ])('from %s to %s is compared with %s to %s', (from, to, earlier, last) => {
    expect(daysBefore({ from, to })).toEqual({ from: earlier, to: last })
  })

  test('adds up days in weeks without losing a cent', () => {
    const days = { from: '2026-03-01', to: '2026-03-20' }
    const daily = Array.from({ length: lengthOf(days) }, (_, nth) => ({
      date: `2026-03-${String(nth + 1).padStart(2, '0')}`,
      amount: 0.1,
    }))
    expect(inBuckets(daily, days, 7)).toEqual([
      { date: '2026-03-01', last: '2026-03-07', amount: 0.7 },
      { date: '2026-03-08', last: '2026-03-14', amount: 0.7 },
      { date: '2026-03-15', last: '2026-03-20', amount: 0.6 },
    ])
  })
})

test('a change says what it was before, and never divides by nothing', () => {
  expect(changeText(120, 100, 'money')).toBe('+20%, was $100.00')
  expect(changeText(50, 100, 'money')).toBe('−50%, was $100.00')
  expect(changeText(50, 0, 'money')).toBe('Was $0.00')
  expect(changeText(0.5, 0.45, 'share')).toBe('+5 points, was 45.0%')
  expect(changeText(5, 5, 'count')).toBe('No change')
})

test('a table has a row for every month, but not where small months were combined', () => {
  const sheet = (...months: string[]) =>
    sheetOf(
      'By month',
      months.map((month) => ({ month })),
      [
        ['Month', 'month', ({ month }) => month],
        ['Revenue', 'money', () => 5],
        ['Average ticket', 'money', () => 5],
        ['On time', 'share', () => 0.5],
      ],
    )
  expect(everyMonth(sheet('2025-11', '2026-01')).rows).toEqual([
    ['2025-11', 5, 5, 0.5],
    ['2025-12', 0, null, null],
    ['2026-01', 5, 5, 0.5],
  ])
  expect(everyMonth(sheet('2025-11', '2026-01', 'other')).rows).toHaveLength(3)
  expect(everyMonth(sheet()).rows).toEqual([])
  const days = { from: '2025-11-20', to: '2026-02-17' }
  expect(everyMonth(sheet('2025-12'), days).rows.map(([month]) => month)).toEqual([
    '2025-11',
    '2025-12',
    '2026-01',
    '2026-02',
  ])
  expect(everyMonth(sheet('2025-12', 'other'), days).rows).toHaveLength(2)
  expect(everyMonth(sheet(), days).rows).toEqual([])
})

test('percentages line up, hours have minutes, and a span of days says both ends', () => {
  expect([0.15, 0.143, 0].map((value) => show(value, 'share'))).toEqual(['15.0%', '14.3%', '0.0%'])
  expect([37, 34.3, 2376, 0.5].map((value) => show(value, 'hours'))).toEqual([
    '37 hr',
    '34 hr 18 min',
    '2,376 hr',
    '30 min',
  ])
  expect(show('2025-12-03/2025-12-09', 'span')).toBe('Dec 3–9, 2025')
  expect(show('2025-12-31/2026-01-06', 'span')).toBe('Dec 31, 2025 – Jan 6, 2026')
})

test('names stand below their bars if two lines hold them, and above bars that lie otherwise', () => {
  expect(linesOf('Gutter guard installation', 78)).toEqual(['Gutter', 'guard', 'installation'])
  expect(linesOf('Gutter repair', 120)).toEqual(['Gutter repair'])
  expect(fitsBelow('Gutter guard installation', 78)).toBe(false)
  expect(fitsBelow('Gutter guard installation', 120)).toBe(true)
  expect(fitsBelow('Gutter repair', 60)).toBe(true)
})
