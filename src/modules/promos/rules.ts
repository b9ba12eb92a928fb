import type { promoCodes } from '../../../db/schema'
import { conflict, invalid } from '../../lib/errors'
import { centsFromUnits } from '../../lib/money'

export type PromoRow = typeof promoCodes.$inferSelect

/** Basis points or cents: a hundredth of what is on the wire either way. */
export function storedValue(kind: PromoRow['kind'], value: number): number {
  const hundredths = centsFromUnits(value)
  if (hundredths === null) throw invalid('Validation failed', ['value: must have at most two decimals'])
  if (kind === 'percent' && value > 100)
    throw invalid('Validation failed', ['value: must be at most 100 percent'])
  return hundredths
}

/** What must hold of a code as a whole, whether it is new or changed. */
export function assertSound({ validFrom, validUntil, maxUses, uses }: PromoRow): void {
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    throw invalid('Validation failed', ['validUntil: must be later than validFrom'])
  if (maxUses !== null && maxUses < uses) throw conflict(`The code has been used ${uses} times already`)
}
