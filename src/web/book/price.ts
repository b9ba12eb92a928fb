import type { Cents } from '../../lib/money'
import { extrasIn, priceBy, rulesInCents, windowsText } from '../../lib/price-rules'
import type { OfferedService } from '../../modules/scheduling'

/** A check box of the form: the same name can be an extra of two services. */
export const extraValue = (service: OfferedService, label: string): string => `${service.id}:${label}`

/** The add-ons that a booking will name. Those of another service don't count. */
export function addOnsOf(service: OfferedService, extras: readonly string[], windows: string): string[] {
  const own = `${service.id}:`
  const named = extras.filter((value) => value.startsWith(own)).map((value) => value.slice(own.length))
  const chosen = extrasIn(service.extras, named).map(({ label }) => label)
  const count = Number(windows)
  return service.windowPrice > 0 && count > 0 ? [...chosen, windowsText(count)] : chosen
}

/** The price for these details, by the same rules in the browser and on the server; null if it's agreed on later. */
export const priceFor = (
  service: OfferedService,
  { length, stories, addOns }: { length: string; stories: string; addOns: readonly string[] },
): Cents | null =>
  priceBy(rulesInCents(service), {
    gutterLength: numberOrNone(length),
    stories: numberOrNone(stories),
    addOns,
  })

export const numberOrNone = (text: string): number | null =>
  text === '' || !(Number(text) >= 0) ? null : Number(text)
