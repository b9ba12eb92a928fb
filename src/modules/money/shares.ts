import type { Cents } from '../../lib/money'
import type { Shares } from '../ledger/shares'
import type { PaymentRow } from './rows'

/** How a payment was divided when it came. */
export function sharesOfPayment(payment: PaymentRow): Shares {
  const { capturedCents: totalCents, taxCents, franchiseCents } = payment
  return { totalCents, taxCents, franchiseCents, hqCents: totalCents - taxCents - franchiseCents }
}

interface Taxed {
  totalCents: Cents
  taxCents: Cents
}

/** The tax within a payment for a job: all of it when the job was paid as it stands, else its proportion. */
export function taxWithin({ totalCents, taxCents }: Taxed, capturedCents: Cents): Cents {
  if (capturedCents === totalCents) return taxCents
  return totalCents === 0 ? 0 : Math.floor((taxCents * capturedCents) / totalCents)
}
