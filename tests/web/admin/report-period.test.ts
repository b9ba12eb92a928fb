import { describe, expect, test } from 'bun:test'
import { changeText } from '../../../src/web/admin/reports/figures'
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
      { date: '2026-03-01', amount: 0.7 },
      { date: '2026-03-08', amount: 0.7 },
      { date: '2026-03-15', amount: 0.6 },
    ])
  })
})

test('a change says what it was before, and never divides by nothing', () => {
  expect(changeText(120, 100, 'money')).toBe('+20%, was $100.00')
  expect(changeText(50, 100, 'money')).toBe('−50%, was $100.00')
  expect(changeText(50, 0, 'money')).toBe('Was $0.00')
  expect(changeText(0.5, 0.45, 'share')).toBe('+5 points, was 45%')
  expect(changeText(5, 5, 'count')).toBe('Same as before')
})
