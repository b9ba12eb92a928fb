import { expect, test } from 'bun:test'
import { hoursOf, minutesOf } from '../../../src/web/admin/workers/day-limit'

test('a limit in hours keeps every minute that was stored', () => {
  expect([hoursOf(480), hoursOf(450), hoursOf(null)]).toEqual(['8', '7.5', ''])
  for (let minutes = 1; minutes <= 1_440; minutes++) expect(minutesOf(hoursOf(minutes))).toBe(minutes)
})

test('a limit that is empty or no number goes to the service as it is', () => {
  expect([minutesOf(''), minutesOf('eight')]).toEqual([null, 'eight'])
})
