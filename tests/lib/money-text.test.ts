import { expect, test } from 'bun:test'
import { assert, integer, property } from 'fast-check'
import { centsFromText, formatUsd } from '../../src/lib/money'

test.each([
  ['$199.50', 19_950],
  ['199.5', 19_950],
  ['1,250', 125_000],
  ['$ 1,234,567.89', 123_456_789],
  [' .5 ', 50],
  ['0', 0],
  ['-$20', -2_000],
  ['-0', 0],
])('%p is an amount', (text, cents) => {
  expect(centsFromText(text)).toBe(cents)
})

test.each([
  '',
  '$',
  '.',
  '1.234',
  '12,50',
  '1,2345',
  '1e3',
  '5 dollars',
  '$$5',
  '1 2',
  'NaN',
  '--5',
  '9'.repeat(12),
])('%p is no amount', (text) => {
  expect(centsFromText(text)).toBeNull()
})

test('every amount is read back from the way we write it', () => {
  assert(
    property(integer({ min: -999_999_999, max: 999_999_999 }), (cents) => {
      expect(centsFromText(formatUsd(cents)) ?? 0).toBe(cents + 0)
    }),
  )
})
