import { describe, expect, test } from 'bun:test'
import {
  array,
  assert,
  constant,
  constantFrom,
  double,
  integer,
  option,
  property,
  record,
  uniqueArray,
} from 'fast-check'
import { priceBy, rulesInCents, rulesInUnits, windowsIn, windowsText } from '../../src/lib/price-rules'
import { durationMs } from '../../src/lib/visit-length'

const cents = integer({ min: 0, max: 9_999_900 })
const label = constantFrom('Downspout flush', 'Gutter whitening', 'Skylight', '12 windows')
const extra = record({ label, priceCents: cents, minutes: integer({ min: 0, max: 480 }) })
const rules = record({
  listPriceCents: cents,
  footPriceCents: integer({ min: 0, max: 1_000 }),
  storyPriceCents: integer({ min: 0, max: 50_000 }),
  windowPriceCents: integer({ min: 0, max: 5_000 }),
  minimumPriceCents: cents,
  extras: uniqueArray(extra, { selector: (one) => one.label, maxLength: 4 }),
  byQuote: constant(false),
})
const home = record({
  gutterLength: option(double({ min: 0, max: 10_000, noNaN: true })),
  stories: option(integer({ min: 1, max: 5 })),
  addOns: array(label, { maxLength: 6 }),
})

const plain = {
  listPriceCents: 10_000,
  footPriceCents: 125,
  storyPriceCents: 4_000,
  windowPriceCents: 800,
  minimumPriceCents: 15_000,
  extras: [{ label: 'Downspout flush', priceCents: 2_500, minutes: 15 }],
  byQuote: false,
}

describe('a price by rules', () => {
  test('adds up base, feet, stories above the first, windows and extras, and has a minimum', () => {
    const none = { gutterLength: null, stories: null, addOns: [] }
    expect(priceBy(plain, none)).toBe(15_000)
    expect(priceBy(plain, { ...none, gutterLength: 160 })).toBe(30_000)
    expect(priceBy(plain, { ...none, gutterLength: 160, stories: 2 })).toBe(34_000)
    const addOns = ['12 windows', ' downspout FLUSH ', 'Downspout flush', 'A song']
    expect(priceBy(plain, { gutterLength: 160, stories: 2, addOns })).toBe(34_000 + 12 * 800 + 2_500)
  })

  test('is left to the office without a base, and for a quote', () => {
    const home = { gutterLength: 160, stories: 2, addOns: [] }
    expect(priceBy({ ...plain, listPriceCents: null }, home)).toBeNull()
    expect(priceBy({ ...plain, byQuote: true }, home)).toBeNull()
  })

  test('is whole cents, at least the minimum, never less for more, and the same in dollars', () => {
    assert(
      property(rules, home, label, (by, of, another) => {
        const price = priceBy(by, of)!
        expect(Number.isInteger(price)).toBe(true)
        expect(price).toBeGreaterThanOrEqual(Math.max(by.minimumPriceCents, by.listPriceCents))
        const more = { ...of, gutterLength: (of.gutterLength ?? 0) + 1, addOns: [...of.addOns, another] }
        expect(priceBy(by, more)).toBeGreaterThanOrEqual(price)
        expect(priceBy(rulesInCents(rulesInUnits(by)), of)).toBe(price)
      }),
    )
  })

  test('reads the number of windows it writes', () => {
    assert(
      property(integer({ min: 1, max: 1_000 }), (count) => {
        expect(windowsIn(['Skylight', windowsText(count)])).toBe(count)
      }),
    )
    expect(windowsIn(['Windows', '12 windows and a door', '-3 windows'])).toBe(0)
  })
})

test('an extra makes the visit longer, once', () => {
  const service = { baseMinutes: 45, minutesPerFootStory: 0, extras: plain.extras }
  const minutes = (addOns: string[]) =>
    durationMs(service, { gutterLength: null, stories: null, addOns })! / 60_000
  expect(minutes([])).toBe(45)
  expect(minutes(['Downspout flush', 'downspout flush', 'A song'])).toBe(60)
})
