import { describe, expect, test } from 'bun:test'
import { Calendar, ArrivalPreferences } from '../../../src/modules/scheduling/world/calendar'

const now = Date.parse('2026-03-05T15:00:00Z')
const denver = 'America/Denver'

function wishesIn(timeZone = denver, closed: string[] = [], at = now) {
  const calendar = new Calendar(timeZone, closed)
  return new ArrivalPreferences(calendar, calendar.openDays(calendar.dateAt(at), 5), at)
}

const inUtc = (windows: { from: number; until: number }[] | null) =>
  windows?.map(({ from, until }) => [from, until].map((at) => new Date(at).toISOString().slice(5, 16)))

describe('the planned days', () => {
  test("are five, without Sundays and the franchise's closed days", () => {
    const days = (closed: string[]) => wishesIn(denver, closed).days.map(({ date }) => date)
    expect(days([])).toEqual(['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-09', '2026-03-10'])
    expect(days(['2026-03-05', '2026-03-09'])).toEqual([
      '2026-03-06',
      '2026-03-07',
      '2026-03-10',
      '2026-03-11',
      '2026-03-12',
    ])
  })

  test('have 23 hours when the clocks go forward and 25 when they go back', () => {
    const hours = (date: string) => {
      const { start, end } = new Calendar(denver).day(date)
      return (end - start) / 3_600_000
    }
    expect(['2026-03-07', '2026-03-08', '2026-11-01'].map(hours)).toEqual([24, 23, 25])
  })

  test("start in the franchise's time zone, not the server's", () => {
    const lateInDenver = Date.parse('2026-03-06T05:00:00Z')
    expect(wishesIn(denver, [], lateInDenver).days[0]?.date).toBe('2026-03-05')
    expect(wishesIn('Europe/Berlin', [], lateInDenver).days[0]?.date).toBe('2026-03-06')
  })
})

describe('a requested time', () => {
  test('for a part of a day is a window in local time, also after a clock change', () => {
    const wishes = wishesIn()
    const morning = (preferredDate: string) =>
      inUtc(wishes.of({ preferredDate, preferredTime: 'morning' }).windows)
    expect(morning('2026-03-06')).toEqual([['03-06T14:00', '03-06T19:00']])
    expect(morning('2026-03-09')).toEqual([['03-09T13:00', '03-09T18:00']])
  })

  test('without a day is that time on every planned day', () => {
    const { windows } = wishesIn().of({ preferredDate: null, preferredTime: '8-10' })
    expect(inUtc(windows)).toEqual([
      ['03-05T15:00', '03-05T17:00'],
      ['03-06T15:00', '03-06T17:00'],
      ['03-07T15:00', '03-07T17:00'],
      ['03-09T14:00', '03-09T16:00'],
      ['03-10T14:00', '03-10T16:00'],
    ])
  })

  test('without anything leaves everything open', () => {
    for (const preferredTime of [null, 'any'])
      expect(wishesIn().of({ preferredDate: null, preferredTime })).toEqual({
        windows: null,
        state: 'open',
        unclear: false,
      })
  })

  test("in words that aren't understood takes the whole day and says so", () => {
    const wish = wishesIn().of({ preferredDate: '2026-03-06', preferredTime: 'teatime' })
    expect({ ...wish, windows: inUtc(wish.windows) }).toEqual({
      windows: [['03-06T07:00', '03-07T07:00']],
      state: 'open',
      unclear: true,
    })
  })

  test('knows whether it can be planned', () => {
    const wishes = wishesIn(denver, ['2026-03-09'])
    const state = (preferredDate: string, preferredTime: string | null = null) =>
      wishes.of({ preferredDate, preferredTime }).state
    expect(state('2026-03-04')).toBe('passed')
    expect(state('2026-03-05', '6am-7am')).toBe('passed')
    expect(state('2026-03-05', 'morning')).toBe('open')
    expect(state('2026-03-08')).toBe('closed')
    expect(state('2026-03-09')).toBe('closed')
    expect(state('2026-03-11')).toBe('open')
    expect(state('2026-03-12')).toBe('early')
    expect(state('2026-03-15')).toBe('closed')
  })

  test('given as a moment is for the local day, and midnight UTC for the day it names', () => {
    const date = (preferredDate: string, zone?: string) =>
      wishesIn(zone).of({ preferredDate, preferredTime: null }).windows?.[0]?.from
    const start = (day: string, zone: string) => new Calendar(zone).day(day).start
    expect(date('2026-03-06T00:00:00.000Z')).toBe(start('2026-03-06', denver))
    expect(date('2026-03-06T03:00:00Z')).toBe(start('2026-03-05', denver))
    expect(date('2026-03-06T23:30:00+01:00')).toBe(start('2026-03-06', denver))
    expect(date('2026-03-06T09:00')).toBe(start('2026-03-06', denver))
    expect(date('2026-03-06T23:00:00Z', 'Europe/Berlin')).toBe(start('2026-03-07', 'Europe/Berlin'))
  })
})
