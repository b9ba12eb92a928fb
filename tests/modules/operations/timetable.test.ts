import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { latestSlot, nextSlot, type Timetable } from '../../../src/lib/timetable'

const at = (iso: string) => Date.parse(iso)
const shown = (moment: number | null) =>
  moment === null ? null : new Date(moment).toISOString().slice(0, 16)

const daily: Timetable = { patterns: ['0 6 * * *'], timeZone: 'UTC' }
const dispatch: Timetable = { patterns: ['*/15 7-17 * * 1-6', '0 18 * * 1-6'], timeZone: 'America/New_York' }

describe('a timetable', () => {
  test('gives the last slot and the next one', () => {
    expect(shown(latestSlot(daily, at('2026-03-02T05:59:59Z')))).toBe('2026-03-01T06:00')
    expect(shown(latestSlot(daily, at('2026-03-02T06:00:00Z')))).toBe('2026-03-02T06:00')
    expect(shown(nextSlot(daily, at('2026-03-02T06:00:00Z')))).toBe('2026-03-03T06:00')
  })

  test('keeps to the hours and days of its own time zone', () => {
    expect(shown(latestSlot(dispatch, at('2026-03-02T15:07:00Z')))).toBe('2026-03-02T15:00')
    expect(shown(latestSlot(dispatch, at('2026-03-02T11:59:00Z')))).toBe('2026-02-28T23:00')
    expect(shown(nextSlot(dispatch, at('2026-02-28T23:00:00Z')))).toBe('2026-03-02T12:00')
    expect(shown(latestSlot(dispatch, at('2026-03-02T23:50:00Z')))).toBe('2026-03-02T23:00')
  })

  test('follows clock changes', () => {
    expect(shown(nextSlot(dispatch, at('2026-03-08T12:00:00Z')))).toBe('2026-03-09T11:00')
    expect(shown(nextSlot(dispatch, at('2026-11-01T12:00:00Z')))).toBe('2026-11-02T12:00')
  })

  test('has no slot between the last one and the next', () => {
    const tables = [
      daily,
      dispatch,
      { patterns: ['*/5 * * * *'], timeZone: 'UTC' },
      { patterns: ['30 1,13 * * 7'], timeZone: 'Asia/Kathmandu' },
    ]
    const moment = fc.integer({ min: at('2026-01-01'), max: at('2027-12-31') })
    fc.assert(
      fc.property(moment, fc.constantFrom(...tables), (now, table) => {
        const [last, next] = [latestSlot(table, now)!, nextSlot(table, now)!]
        expect(last).toBeLessThanOrEqual(now)
        expect(next).toBeGreaterThan(now)
        expect(nextSlot(table, last)).toBe(next)
        expect(latestSlot(table, next)).toBe(next)
        expect(latestSlot(table, next - 1)).toBe(last)
      }),
      { numRuns: 300, seed: 11 },
    )
  })

  test("rejects what it doesn't understand", () => {
    for (const pattern of ['', '0 6 1 * *', '0 6 * * 8', '61 * * * *', 'x * * * *', '0 6 * *', '5-1 * * * *'])
      expect(() => latestSlot({ patterns: [pattern], timeZone: 'UTC' }, 0)).toThrow('Not a schedule')
  })
})
