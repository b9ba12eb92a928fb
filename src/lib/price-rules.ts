import { must } from './errors'
import { centsFromUnits, unitsFromCents, type Cents } from './money'

/** Something a customer can add to a service. */
export interface Extra {
  label: string
  priceCents: Cents
  minutes: number
}

/** A service's part of a price; the home has the other one. */
export interface PriceRules {
  listPriceCents: Cents | null
  footPriceCents: Cents
  storyPriceCents: Cents
  windowPriceCents: Cents
  minimumPriceCents: Cents
  extras: readonly Extra[]
  byQuote: boolean
}

/** The same in dollars, as pages and callers see it. */
export interface PriceRulesInUnits {
  listPrice: number | null
  footPrice: number
  storyPrice: number
  windowPrice: number
  minimumPrice: number
  extras: readonly { label: string; price: number; minutes: number }[]
  byQuote: boolean
}

export const rulesInCents = ({ listPrice, extras, byQuote, ...rules }: PriceRulesInUnits) => ({
  listPriceCents: listPrice === null ? null : inCents(listPrice),
  footPriceCents: inCents(rules.footPrice),
  storyPriceCents: inCents(rules.storyPrice),
  windowPriceCents: inCents(rules.windowPrice),
  minimumPriceCents: inCents(rules.minimumPrice),
  extras: extras.map(({ label, price, minutes }): Extra => ({ label, priceCents: inCents(price), minutes })),
  byQuote,
})

export const rulesInUnits = ({ listPriceCents, extras, byQuote, ...rules }: PriceRules) => ({
  listPrice: listPriceCents === null ? null : unitsFromCents(listPriceCents),
  footPrice: unitsFromCents(rules.footPriceCents),
  storyPrice: unitsFromCents(rules.storyPriceCents),
  windowPrice: unitsFromCents(rules.windowPriceCents),
  minimumPrice: unitsFromCents(rules.minimumPriceCents),
  extras: extras.map(({ label, priceCents, minutes }) => ({
    label,
    price: unitsFromCents(priceCents),
    minutes,
  })),
  byQuote,
})

const inCents = (units: number): Cents => must(centsFromUnits(units), 'An amount in whole cents')

/** Whether the price depends on the size of the home. */
export const isPricedBySize = ({ footPrice, storyPrice, windowPrice }: PriceRulesInUnits): boolean =>
  footPrice + storyPrice + windowPrice > 0

export interface PricedHome {
  gutterLength: number | null
  stories: number | null
  addOns: readonly string[]
}

/**
 * The price of a visit, or null if the office names it. Details that a booking leaves out cost nothing here, and
 * neither do add-ons that the service doesn't list.
 */
export function priceBy(rules: PriceRules, home: PricedHome): Cents | null {
  if (rules.listPriceCents === null || rules.byQuote) return null
  const feet = Math.max(0, home.gutterLength ?? 0)
  const storiesAbove = Math.max(0, (home.stories ?? 1) - 1)
  const sum =
    rules.listPriceCents +
    Math.round(rules.footPriceCents * feet) +
    Math.round(rules.storyPriceCents * storiesAbove) +
    rules.windowPriceCents * windowsIn(home.addOns) +
    extrasIn(rules.extras, home.addOns).reduce((total, { priceCents }) => total + priceCents, 0)
  return Math.max(sum, rules.minimumPriceCents)
}

/** The extras that a booking names, each once. */
export function extrasIn<E extends Pick<Extra, 'label'>>(
  extras: readonly E[],
  addOns: readonly string[],
): E[] {
  const named = new Set(addOns.map(keyOf))
  return extras.filter(({ label }) => named.has(keyOf(label)))
}

const keyOf = (label: string): string => label.trim().toLowerCase()

/** Bookings have no field for windows, so their number is an add-on. */
export const windowsText = (count: number): string => (count === 1 ? '1 window' : `${count} windows`)

const windowsPattern = /^(\d{1,4}) windows?$/i

/** How many windows the add-ons name. */
export const windowsIn = (addOns: readonly string[]): number =>
  Math.max(0, ...addOns.map((text) => Number(windowsPattern.exec(text.trim())?.[1] ?? 0)))
