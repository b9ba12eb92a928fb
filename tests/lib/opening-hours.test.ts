import { describe, expect, test } from 'bun:test'
import { openingHours } from '../../src/lib/opening-hours'

const timeZone = 'America/Denver'
const weekday = (day: number, startMinute = 480, endMinute = 1020) => ({
  weekday: day,
  startMinute,
  endMinute,
})
const week = [1, 2, 3, 4, 5].map((day) => weekday(day))
/** Local times of the week of Monday, March 2, 2026. */
const at = (local: string) => ({
  now: Temporal.PlainDateTime.from(local).toZonedDateTime(timeZone).epochMilliseconds,
  timeZone,
})
const open = (local: string, closed: string[] = [], hours = week) =>
  openingHours(hours, new Set(closed), at(local))

describe('opening hours', () => {
  test('begin with today and say when a business closes', () => {
    const { days, isOpen, closesAt, opensAt } = open('2026-03-04T08:00')
    expect([isOpen, closesAt, opensAt]).toEqual([true, 1020, null])
    expect(days.map(({ date }) => date.slice(8))).toEqual(['04', '05', '06', '07', '08', '09', '10'])
    expect(days.map(({ spans }) => spans.length)).toEqual([1, 1, 1, 0, 0, 1, 1])
  })

  test('say when it opens: today, tomorrow, or after the weekend and a holiday', () => {
    expect(open('2026-03-04T07:59').opensAt).toEqual({ date: '2026-03-04', minute: 480 })
    expect(open('2026-03-04T17:00')).toMatchObject({
      isOpen: false,
      opensAt: { date: '2026-03-05', minute: 480 },
    })
    expect(open('2026-03-06T18:00', ['2026-03-09']).opensAt?.date).toBe('2026-03-10')
    expect(open('2026-03-04T12:00', ['2026-03-04']).isOpen).toBe(false)
  })

  test('are those of the place, also when its clocks change', () => {
    // Clocks in Denver go forward on March 8, 2026.
    expect(openingHours([weekday(7, 480, 540)], new Set(), at('2026-03-08T08:30')).isOpen).toBe(true)
    const noonInNewYork = { now: Date.parse('2026-03-04T14:30:00Z'), timeZone }
    expect(openingHours(week, new Set(), noonInNewYork).isOpen).toBe(false)
  })

  test('can have a break, and touching spans are one', () => {
    const split = [weekday(3, 480, 720), weekday(3, 780, 1020), weekday(3, 1020, 1080)]
    const { days, opensAt } = open('2026-03-04T12:30', [], split)
    expect(days[0]?.spans).toEqual([
      { startMinute: 480, endMinute: 720 },
      { startMinute: 780, endMinute: 1080 },
    ])
    expect(opensAt).toEqual({ date: '2026-03-04', minute: 780 })
  })

  test('can be none', () => {
    expect(open('2026-03-04T12:00', [], [])).toMatchObject({ isOpen: false, opensAt: null })
  })
})
