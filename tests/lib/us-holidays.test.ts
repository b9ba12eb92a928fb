import { expect, test } from 'bun:test'
import { holidayName, nextHolidays, usHolidays } from '../../src/lib/us-holidays'

test('holidays fall on the dates of the federal calendar', () => {
  const dates = (year: number) => usHolidays(year).map(({ date }) => date.slice(5))
  expect(dates(2026)).toEqual([
    '01-01',
    '01-19',
    '02-16',
    '05-25',
    '06-19',
    '07-04',
    '09-07',
    '10-12',
    '11-11',
    '11-26',
    '11-27',
    '12-24',
    '12-25',
  ])
  // Months that begin on a Sunday or a Monday, and a leap year.
  expect(dates(2027).slice(1, 4)).toEqual(['01-18', '02-15', '05-31'])
  expect(dates(2028).slice(1, 4)).toEqual(['01-17', '02-21', '05-29'])
  expect(dates(2029).slice(6, 10)).toEqual(['09-03', '10-08', '11-11', '11-22'])
})

test('the next twelve months have each holiday once, in order, from today on', () => {
  const next = nextHolidays('2026-12-01')
  expect(next.map(({ name }) => name)).toHaveLength(13)
  expect(next[0]).toEqual({ date: '2026-12-24', name: 'Christmas Eve' })
  expect(next.at(-1)).toEqual({ date: '2027-11-26', name: 'Day after Thanksgiving' })
  expect(next.map(({ date }) => date)).toEqual(next.map(({ date }) => date).toSorted())
})

test('a date knows its holiday, and other days have none', () => {
  expect(holidayName('2026-07-04')).toBe('Independence Day')
  expect(holidayName('2026-07-05')).toBeNull()
})
