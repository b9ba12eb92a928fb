import type { PaymentRow } from '../../../db/schema'
import { shareOf, type Cents } from '../../lib/money'

/** Who gets what of a payment. The parts add up to the total, to the cent. */
export interface Shares {
  totalCents: Cents
  /** The state's: nobody's income, so the franchise's share is of what remains without it. */
  taxCents: Cents
  franchiseCents: Cents
  hqCents: Cents
}

/** The franchise's share is floored to the cent; the rest is headquarters', which also bears the fee. */
export function sharesOf(totalCents: Cents, taxCents: Cents, franchiseBasisPoints: number): Shares {
  if (
    !Number.isSafeInteger(totalCents) ||
    !Number.isSafeInteger(taxCents) ||
    taxCents < 0 ||
    taxCents > totalCents
  )
    throw new RangeError('The tax must be whole cents between nothing and the total')
  const franchiseCents = shareOf(totalCents - taxCents, franchiseBasisPoints)
  return { totalCents, taxCents, franchiseCents, hqCents: totalCents - taxCents - franchiseCents }
}

/**
 * What of a refund each side gives back. Reckoned from the sums before and after it, so that any series
 * of refunds that comes to the total gives back exactly what each side got, and none gives a cent twice.
 */
export function refundShares(shares: Shares, refundedBefore: Cents, cents: Cents): Shares {
  const after = refundedBefore + cents
  const isWithin = refundedBefore >= 0 && cents >= 0 && after <= shares.totalCents
  if (!isWithin || !Number.isSafeInteger(refundedBefore) || !Number.isSafeInteger(cents))
    throw new RangeError('Refunds must be whole cents that do not exceed the payment')
  const was = refundedSoFar(shares, refundedBefore)
  const is = refundedSoFar(shares, after)
  return {
    totalCents: cents,
    taxCents: is.taxCents - was.taxCents,
    franchiseCents: is.franchiseCents - was.franchiseCents,
    hqCents: is.hqCents - was.hqCents,
  }
}

/** Tax first, then the franchise out of the rest: this order never gives any side a negative part. */
function refundedSoFar({ totalCents, taxCents, franchiseCents }: Shares, refunded: Cents): Shares {
  const tax = proportion(taxCents, refunded, totalCents)
  const net = refunded - tax
  const franchise = proportion(franchiseCents, net, totalCents - taxCents)
  return { totalCents: refunded, taxCents: tax, franchiseCents: franchise, hqCents: net - franchise }
}

/** Exact beyond what a float product would be. */
function proportion(part: Cents, of: Cents, whole: Cents): Cents {
  return whole === 0 ? 0 : Number((BigInt(part) * BigInt(of)) / BigInt(whole))
}

/** What the franchise is still due of a payment after refunds: the amount to transfer, if none was yet. */
export function franchiseDue(shares: Shares, refunded: Cents): Cents {
  return shares.franchiseCents - refundShares(shares, 0, refunded).franchiseCents
}

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
