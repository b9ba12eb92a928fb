import { describe, expect, test } from 'bun:test'
import { endText, spanOfAbsence, wholeDay } from '../../../src/web/admin/workers/away'

const timeZone = 'America/Denver'
const typed = { startDate: '2026-03-16', endDate: '', ...wholeDay }

describe('time off as typed', () => {
  test('is whole days up to the next midnight unless hours are given', () => {
    const day = { startsAt: '2026-03-16T06:00:00.000Z', endsAt: '2026-03-17T06:00:00.000Z' }
    expect(spanOfAbsence(typed, timeZone)).toEqual(day)
    expect(spanOfAbsence({ ...typed, endDate: '2026-03-20' }, timeZone).endsAt).toBe(
      '2026-03-21T06:00:00.000Z',
    )
  })

  test('ends correctly when the clocks change', () => {
    expect(spanOfAbsence({ ...typed, startDate: '2026-03-08' }, timeZone)).toEqual({
      startsAt: '2026-03-08T07:00:00.000Z',
      endsAt: '2026-03-09T06:00:00.000Z',
    })
  })

  test('keeps the typed hours', () => {
    const hours = { startTime: '09:00', endTime: '12:30' }
    expect(spanOfAbsence({ ...typed, ...hours }, timeZone)).toEqual({
      startsAt: '2026-03-16T15:00:00.000Z',
      endsAt: '2026-03-16T18:30:00.000Z',
    })
  })

  test('is listed with its last day, not the day after', () => {
    expect(endText('2026-03-21T06:00:00.000Z', timeZone)).toBe('Fri, Mar 20, 11:59 PM')
    expect(endText('2026-03-20T18:30:00.000Z', timeZone)).toBe('Fri, Mar 20, 12:30 PM')
  })
})
