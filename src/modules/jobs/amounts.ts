import { conflict } from '../../lib/errors'
import { taxOn, type Cents } from '../../lib/money'

export interface Amounts {
  priceCents: Cents
  discountCents: Cents
  referralCreditCents: Cents
  taxBasisPoints: number
  taxCents: Cents
  totalCents: Cents
}

/** What the customer pays: tax is on what is left after discount and credit. */
export function amountsOf(
  priceCents: Cents,
  taxBasisPoints: number,
  discountCents: Cents = 0,
  referralCreditCents: Cents = 0,
): Amounts {
  const net = priceCents - discountCents - referralCreditCents
  if (net < 0) throw conflict('Discount and credit are more than the price')
  const taxCents = taxOn(net, taxBasisPoints)
  return {
    priceCents,
    discountCents,
    referralCreditCents,
    taxBasisPoints,
    taxCents,
    totalCents: net + taxCents,
  }
}
