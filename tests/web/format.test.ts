import { describe, expect, test } from 'bun:test'
import {
  formatClock,
  formatClockRange,
  formatDuration,
  formatMoney,
  formatNear,
  formatPastDay,
  formatPercent,
  formatPhone,
  formatTimeZone,
} from '../../src/web/client/format'

describe('formats for people', () => {
  test('show a time of day with AM or PM, and minutes only when there are some', () => {
    expect([0, 485, 720, 725, 1440].map(formatClock)).toEqual([
      '12 AM',
      '8:05 AM',
      '12 PM',
      '12:05 PM',
      '12 AM',
    ])
  })

  test('show AM or PM once when both ends of a window share it', () => {
    expect(formatClockRange(8 * 60, 10 * 60)).toBe('8–10 AM')
    expect(formatClockRange(12 * 60, 14 * 60)).toBe('12–2 PM')
    expect(formatClockRange(10 * 60, 12 * 60)).toBe('10 AM–12 PM')
    expect(formatClockRange(0, 24 * 60)).toBe('12 AM–12 AM')
    expect(formatClockRange(8 * 60, 10 * 60 + 39)).toBe('8:00–10:39 AM')
    expect(formatClockRange(10 * 60 + 40, 12 * 60)).toBe('10:40 AM–12:00 PM')
  })

  test('say today and tomorrow, and the weekday of other days', () => {
    expect(formatNear('2026-03-02', '2026-03-02')).toBe('Today, Mar 2')
    expect(formatNear('2026-03-03', '2026-03-02')).toBe('Tomorrow, Mar 3')
    expect(formatNear('2026-03-04', '2026-03-02')).toBe('Wed, Mar 4')
    expect(formatNear('2026-03-01', '2026-02-28')).toBe('Tomorrow, Mar 1')
  })

  test("show the year of a day that isn't in this one", () => {
    const year = new Date().getFullYear()
    expect(formatPastDay(`${year}-06-15T12:00:00Z`, 'UTC')).not.toContain(String(year))
    expect(formatPastDay('2021-09-09T12:00:00Z', 'UTC')).toBe('Thu, Sep 9, 2021')
  })

  test('show what is missing with a real minus', () => {
    expect(formatMoney(-12.87)).toBe('−$12.87')
  })

  test('show durations in hours and minutes', () => {
    expect([90, 60, 45, 0, 12.4, -0.3].map(formatDuration)).toEqual([
      '1 hr 30 min',
      '1 hr',
      '45 min',
      '0 min',
      '12 min',
      '0 min',
    ])
  })

  test('show percentages without a space', () => {
    expect([8.81, 8.25, 0].map(formatPercent)).toEqual(['8.81%', '8.25%', '0%'])
  })

  test('show US phone numbers with an area code, and other numbers as stored', () => {
    const spellings = ['303-555-0100', '+13035550100', '(303) 555 0100', '1 303 555 0100']
    for (const phone of spellings) expect(formatPhone(phone)).toBe('(303) 555-0100')
    for (const phone of ['+49 30 1234567', '555-0100', 'ada@example.com'])
      expect(formatPhone(phone)).toBe(phone)
  })

  test('show time zones by name', () => {
    expect(formatTimeZone('America/Los_Angeles')).toBe('Pacific Time')
    expect(formatTimeZone('America/Denver')).toBe('Mountain Time')
    expect(formatTimeZone('UTC')).toBe('UTC')
  })
})
