import { isPricedBySize, priceBy, rulesInCents } from '../../../lib/price-rules'
import { unitsFromCents } from '../../../lib/money'
import type { Service } from '../../../modules/catalog'
import { moneyText } from '../../components'
import { wordsOf } from '../shared/form'

/** The details behind the catalog's price, as they are typed. */
export interface Described {
  type: string
  gutterLength: string
  stories: string
  addOns: string
}

/** The catalog's price for these details; empty if there is none. */
export function catalogPriceOf(services: readonly Service[], described: Described): string {
  const service = services.find(({ label }) => label === described.type)
  const cents =
    service &&
    priceBy(rulesInCents({ ...service, byQuote: false }), {
      gutterLength: Number(described.gutterLength) || null,
      stories: Number(described.stories) || null,
      addOns: wordsOf(described.addOns),
    })
  return cents === null || cents === undefined ? '' : moneyText(unitsFromCents(cents))
}

/** Whether a visit's price or length depends on the size of the home. */
export const dependsOnSize = (service: Service): boolean =>
  service.minutesPerFootStory > 0 || isPricedBySize(service)

/** Names the extras that have a price. */
export function addOnHint(service: Service | undefined): string {
  const names = [
    ...(service?.extras.map(({ label }) => label) ?? []),
    ...((service?.windowPrice ?? 0) > 0 ? ['12 windows'] : []),
  ]
  return names.length === 0
    ? 'Separate extras with commas'
    : `Separate extras with commas. These have a price: ${names.join(', ')}`
}

/** For extras that the service doesn't offer itself. */
export const otherExtrasHint = (service: Service): string =>
  service.windowPrice > 0 ? 'Separate extras with commas, such as 12 windows' : 'Separate extras with commas'
