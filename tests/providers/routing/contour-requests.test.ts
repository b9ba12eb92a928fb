import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { inRequests, within } from '../../../src/providers/routing/valhalla'

const minutesOf = (contours: { minutes: number }[]) => contours.map(({ minutes }) => minutes)

test('ten contours are sent in requests of four, each including the largest', () => {
  const contours = [18, 36, 54, 72, 90, 108, 126, 144, 162, 180].map((minutes) => ({ minutes }))
  const limits = { contours: 4, minutes: Infinity }
  expect(inRequests(within(contours, limits), limits).map(minutesOf)).toEqual([
    [180, 162, 144, 126],
    [180, 108, 90, 72],
    [180, 54, 36, 18],
  ])
})

test('contours beyond the maximum time become one', () => {
  const contours = [60, 150, 180].map((minutes) => ({ minutes }))
  expect(minutesOf(within(contours, { contours: 4, minutes: 120 }))).toEqual([120, 60])
})

test('every contour is requested, and no request is too large', () => {
  const contours = fc.uniqueArray(fc.integer({ min: 1, max: 180 }), { minLength: 1, maxLength: 10 })
  fc.assert(
    fc.property(contours, fc.integer({ min: 1, max: 10 }), (times, most) => {
      const limits = { contours: most, minutes: Infinity }
      const requests = inRequests(
        within(
          times.map((minutes) => ({ minutes })),
          limits,
        ),
        limits,
      )
      expect(requests.every((request) => request.length >= 1 && request.length <= most)).toBe(true)
      expect(new Set(requests.flatMap(minutesOf))).toEqual(new Set(times))
      if (most > 1) expect(requests.every(([first]) => first?.minutes === Math.max(...times))).toBe(true)
    }),
  )
})
