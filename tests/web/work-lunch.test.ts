import { expect, test } from 'bun:test'
import { lunchPlace } from '../../src/web/work/lunch'

const at = (time: string) => ({ scheduledStart: `2026-03-03T${time}:00.000Z` })
const lunch = { start: '2026-03-03T19:00:00.000Z', end: '2026-03-03T19:30:00.000Z' }

test('lunch stands before the first visit after it, or after the last one', () => {
  expect(lunchPlace({ lunch }, [at('15:00'), at('18:00'), at('19:30')])).toBe(2)
  expect(lunchPlace({ lunch }, [at('15:00')])).toBe(1)
  expect(lunchPlace({ lunch: null }, [at('15:00')])).toBe(-1)
})
