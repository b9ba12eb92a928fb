import { expect, test } from 'bun:test'
import { stepFrom } from '../../../src/web/admin/dispatch/roving'

test.each([
  ['j', 0, 1],
  ['ArrowRight', 0, 1],
  ['k', 2, 1],
  ['ArrowLeft', 2, 1],
  ['Home', 2, 0],
  ['End', 0, 2],
  ['j', 2, null],
  ['Home', 0, null],
  ['Enter', 1, null],
  ['constructor', 1, null],
])('among three visits, %s leads from %p to %p', (key, from, to) => {
  expect(stepFrom(from, 3, key)).toBe(to)
})
