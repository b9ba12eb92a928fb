import { zipIn } from '../../lib/text'
import type { AreaAnswer } from '../../modules/scheduling'
import type { AreaWords } from '../../words/book-area'

/** The problem with the address of a visit, in words for the customer; null when a technician can go there. */
export function addressFault(words: AreaWords, address: string, { area }: AreaAnswer): string | null {
  if (namesBox(address)) return words.poBox
  if (area === 'outside') return words.outside
  if (!namesHouse(address)) return words.noHouse
  return area === 'unknown' ? words.unknown : null
}

/** Nobody lives in a box at the post office. */
const namesBox = (address: string): boolean =>
  /\bp\.?\s?o\.?\s?box\b|\bpost office box\b|\bapartado postal\b/i.test(address)

/** A city or a ZIP code alone is a place, not a door: the rest needs a number and a name. */
function namesHouse(address: string): boolean {
  const zip = zipIn(address)
  const rest = zip === null ? address : address.slice(0, address.lastIndexOf(zip))
  return /\d/.test(rest) && /\p{L}/u.test(rest)
}
