import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { timePreference } from '../../src/lib/arrival-windows'
import { hour, minute } from '../../src/lib/clock'
import { promisedSlot, windowToTell } from '../../src/lib/promised-time'

const zone = 'America/Denver'
const at = (clock: string) => Date.parse(`2026-03-04T${clock}:00-07:00`)
const shown = (preferredTime: string | null, clock: string, isNear = false) => {
  const window = windowToTell({ preferredTime }, at(clock), zone, isNear)
  const visit = { scheduledStart: at(clock), scheduledEnd: at(clock) + hour }
  const told = { toldStart: window?.start ?? null, toldEnd: window?.end ?? null }
  return promisedSlot({ preferredDate: null, preferredTime: null, ...visit, ...told }, zone)?.window ?? null
}

describe('the window a customer is told who chose none', () => {
  test('is one of our windows if any time is fine', () => {
    expect(shown(null, '09:10')).toBe('08:00-10:00')
    expect(shown('any time', '10:00')).toBe('10:00-12:00')
  })

  test('is the part of the day they asked for, until the visit is near', () => {
    expect(shown('morning', '09:10')).toBe('07:00-12:00')
    expect(shown('afternoon', '12:00')).toBe('12:00-17:00')
    expect(shown('morning', '09:10', true)).toBe('08:00-10:00')
    expect(shown('morning', '12:00', true)).toBe('10:00-12:00')
  })

  test('begins no earlier and ends no later than they asked', () => {
    expect(shown('after 9am', '09:10')).toBe('09:00-10:00')
    expect(shown('9am', '09:40', true)).toBe('09:00-10:00')
  })

  test('is none at night', () => {
    expect(shown(null, '05:30')).toBeNull()
    expect(shown('evening', '20:30')).toBeNull()
  })

  test('contains the visit, keeps the wish and is never longer than five hours', () => {
    const wishes = [
      null,
      'any',
      'morning',
      'late morning',
      'pm',
      'after 3pm',
      'before 11am',
      '9-11',
      '10am',
      'soon',
    ]
    fc.assert(
      fc.property(
        fc.constantFrom(...wishes),
        fc.integer({ min: 0, max: 1439 }),
        fc.boolean(),
        (preferredTime, minutes, isNear) => {
          const start = at('00:00') + minutes * minute
          const window = windowToTell({ preferredTime }, start, zone, isNear)
          if (!window) return
          const wish = timePreference(preferredTime)
          const asked = typeof wish === 'object' ? wish : { from: 0, until: 1440 }
          expect(window.start).toBeLessThanOrEqual(start)
          expect(window.end).toBeGreaterThanOrEqual(start)
          expect(window.start).toBeGreaterThanOrEqual(at('00:00') + asked.from * minute)
          expect(window.end).toBeLessThanOrEqual(at('00:00') + asked.until * minute)
          expect(window.end - window.start).toBeLessThanOrEqual((isNear ? 2 : 5) * hour)
        },
      ),
    )
  })
})
