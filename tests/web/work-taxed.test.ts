import { expect, test } from 'bun:test'
import { isTaxed } from '../../src/web/work/money/taxed'

test('a total with extras says "with tax" only if tax was added', () => {
  const extras = [
    { label: 'Roof check', price: 40.1 },
    { label: 'Downspout flush', price: 20.2 },
  ]
  expect(isTaxed({ before: 231.5, extras, total: 291.8 })).toBe(false)
  expect(isTaxed({ before: 231.5, extras, total: 297.11 })).toBe(true)
  // A promo code takes its share of the extras too.
  expect(isTaxed({ before: 208.35, extras, total: 262.62 })).toBe(false)
})
