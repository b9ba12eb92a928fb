import { zipIn } from '../../lib/text'
import type { AreaAnswer } from '../../modules/scheduling'

/** What is wrong with the address of a visit, in words for the customer; null when somebody can go there. */
export function addressFault(address: string, { area }: AreaAnswer): string | null {
  if (area === 'outside') return 'Sorry, this address is outside our area.'
  if (!namesHouse(address)) return 'Add the street and house number: we need to find the door.'
  return area === 'unknown' ? 'We could not find this address. Add its ZIP code.' : null
}

/** A town or a ZIP code alone is a place, not a door: the rest needs a number and a name. */
function namesHouse(address: string): boolean {
  const zip = zipIn(address)
  const rest = zip === null ? address : address.slice(0, address.lastIndexOf(zip))
  return /\d/.test(rest) && /\p{L}/u.test(rest)
}
