import { describe, expect, test } from 'bun:test'
import { capitalized, firstName, formatPhone, formatsFor, unbroken } from '../../src/words/formats'

const at = Date.parse('2026-11-16T20:00:00Z')
const zone = 'America/Denver'

describe('English', () => {
  const f = formatsFor('en')
  test('writes money, shares and durations the American way', () => {
    expect([f.money(129_950), f.money(-500), f.percent(881), f.percent(800)]).toEqual([
      '$1,299.50',
      '-$5.00',
      '8.81%',
      '8%',
    ])
    expect([30, 60, 90, 0].map((minutes) => f.duration(minutes))).toEqual([
      '30 min',
      '1 hr',
      '1 hr 30 min',
      '0 min',
    ])
  })

  test('writes days and times in the place’s time zone, with ordinary spaces', () => {
    expect(f.day(at, zone)).toBe('Monday, November 16')
    expect(f.date(at, zone)).toBe('Nov 16, 2026')
    expect(f.time(at, zone)).toBe('1:00 PM')
    expect(f.span(at, at + 7_200_000, zone)).toBe('1–3 PM')
    expect(f.span(at - 5_400_000, at, zone)).toBe('11:30 AM–1:00 PM')
    expect(f.exactSpan(at, at + 7_200_000, zone)).toBe('1:00–3:00 PM')
    expect(f.timeZone('America/Los_Angeles')).toBe('Pacific Time')
  })

  test('writes arrival windows, and leaves a customer’s own words alone', () => {
    expect(['08:00-10:00', '12:00-14:00', '10:00-12:00', '9-11', 'morning'].map(f.window)).toEqual([
      '8–10 AM',
      '12–2 PM',
      '10 AM–12 PM',
      '9–11 AM',
      null,
    ])
  })

  test('writes a promised arrival in one way', () => {
    expect(f.arrival('2026-11-17', '12:00-14:00')).toEqual({ day: 'Tue, Nov 17', time: 'arriving 12–2 PM' })
    expect(f.arrival('2026-11-17', 'morning')).toBeNull()
    expect(formatsFor('es').arrival('2026-11-17', '12:00-14:00')).toEqual({
      day: 'martes 17 de noviembre',
      time: 'llegada 12–2 p.m.',
    })
  })

  test('knows dates without a time zone', () => {
    expect([f.dayOf('2026-03-02'), f.dateOf('2026-03-02'), f.weekdayNameOf('2026-03-02')]).toEqual([
      'Monday, March 2',
      'Mar 2, 2026',
      'Monday',
    ])
    expect(f.dayOf('soon')).toBe('soon')
  })

  test('joins and counts', () => {
    expect(f.list(['gutters', 'roof', 'windows'])).toBe('gutters, roof and windows')
    expect([0, 1, 2].map((n) => f.plural(n, { one: 'visit', other: 'visits' }))).toEqual([
      'visits',
      'visit',
      'visits',
    ])
  })
})

describe('Spanish', () => {
  const f = formatsFor('es')
  test('keeps dollars and speaks of days and times in Spanish', () => {
    expect(f.money(129_950)).toBe('$1,299.50')
    expect(f.day(at, zone)).toBe('lunes 16 de noviembre')
    expect(f.span(at, at + 7_200_000, zone)).toBe('1–3 p.m.')
    expect(f.window('12:00-14:00')).toBe('12–2 p.m.')
    expect(f.duration(90)).toBe('1 h 30 min')
    expect(f.list(['canaletas', 'techo'])).toBe('canaletas y techo')
    expect(capitalized(f.dayOf('2026-03-02'))).toBe('Lunes 2 de marzo')
  })
})

describe('running text', () => {
  test('keeps a time and a short date on one line', () => {
    expect(unbroken('Marcus arrives at 2:00 PM, not 3 PM. Call 5 people.')).toBe(
      'Marcus arrives at 2:00\u00A0PM, not 3\u00A0PM. Call 5 people.',
    )
    expect(unbroken('Confirm by Tue, Mar 3, or call 5 times.')).toBe(
      'Confirm by Tue, Mar\u00A03, or call 5 times.',
    )
    expect(unbroken('Llega entre 12–2 p.m.')).toBe('Llega entre 12–2\u00A0p.m.')
  })
})

describe('people', () => {
  test('have phone numbers as Americans write them', () => {
    expect(
      ['3035550142', '+1 303 555 0142', '303-555-0142', '+44 20 7946 0958', '55'].map(formatPhone),
    ).toEqual(['(303) 555-0142', '(303) 555-0142', '(303) 555-0142', '+44 20 7946 0958', '55'])
  })

  test('are greeted by their first name', () => {
    expect(['Maria Lopez', '  Ana  ', ''].map(firstName)).toEqual(['Maria', 'Ana', ''])
  })
})
