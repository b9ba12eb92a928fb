import type { PaymentRow } from '../../../db/schema'
import { shareOf, type Cents } from '../../lib/money'

/** How a payment is divided. The parts always add up to the total, to the cent. */
export interface Shares {
  totalCents: Cents
  /** Belongs to the state, so the franchise's share is calculated without it. */
  taxCents: Cents
  franchiseCents: Cents
  hqCents: Cents
}

/** The franchise's share is rounded down to the cent. HQ gets the rest and pays the processor's fee. */
export function sharesOf(totalCents: Cents, taxCents: Cents, franchiseBasisPoints: number): Shares {
  if (
    !Number.isSafeInteger(totalCents) ||
    !Number.isSafeInteger(taxCents) ||
    taxCents < 0 ||
    taxCents > totalCents
  )
    throw new RangeError('The tax must be a whole number of cents from 0 to the total')
  const franchiseCents = shareOf(totalCents - taxCents, franchiseBasisPoints)
  return { totalCents, taxCents, franchiseCents, hqCents: totalCents - taxCents - franchiseCents }
}

/**
 * How much of a refund each side gives back. Calculated from running totals, so that refunds adding up to the
 * payment return exactly what each side got, whatever their number and size.
 */
export function refundShares(shares: Shares, refundedBefore: Cents, cents: Cents): Shares {
  const after = refundedBefore + cents
  const isWithin = refundedBefore >= 0 && cents >= 0 && after <= shares.totalCents
  if (!isWithin || !Number.isSafeInteger(refundedBefore) || !Number.isSafeInteger(cents))
    throw new RangeError('Refunds must be whole cents and must not exceed the payment')
  const was = refundedSoFar(shares, refundedBefore)
  const is = refundedSoFar(shares, after)
  return {
    totalCents: cents,
    taxCents: is.taxCents - was.taxCents,
    franchiseCents: is.franchiseCents - was.franchiseCents,
    hqCents: is.hqCents - was.hqCents,
  }
}

/** Tax first, then the franchise's share of the rest: in this order no part can become negative. */
function refundedSoFar({ totalCents, taxCents, franchiseCents }: Shares, refunded: Cents): Shares {
  const tax = proportion(taxCents, refunded, totalCents)
  const net = refunded - tax
  const franchise = proportion(franchiseCents, net, totalCents - taxCents)
  return { totalCents: refunded, taxCents: tax, franchiseCents: franchise, hqCents: net - franchise }
}

/** Uses BigInt, because the product can exceed what a float holds exactly. */
function proportion(part: Cents, of: Cents, whole: Cents): Cents {
  return whole === 0 ? 0 : Number((BigInt(part) * BigInt(of)) / BigInt(whole))
}

/** The amount to transfer to the franchise after refunds, if nothing has been transferred yet. */
export function franchiseDue(shares: Shares, refunded: Cents): Cents {
  return shares.franchiseCents - refundShares(shares, 0, refunded).franchiseCents
}

/** How a payment was divided when it arrived. */
export function sharesOfPayment(payment: PaymentRow): Shares {
  const { capturedCents: totalCents, taxCents, franchiseCents } = payment
  return { totalCents, taxCents, franchiseCents, hqCents: totalCents - taxCents - franchiseCents }
}

interface Taxed {
  totalCents: Cents
  taxCents: Cents
}

/** The tax contained in a payment: all of it when the job's total was paid, otherwise a proportional part. */
export function taxWithin({ totalCents, taxCents }: Taxed, capturedCents: Cents): Cents {
  if (capturedCents === totalCents) return taxCents
  return totalCents === 0 ? 0 : Math.floor((taxCents * capturedCents) / totalCents)
}

/** The tax in the next of several payments. Together they contain exactly the job's tax once it is paid. */
export function nextTax(job: Taxed & { paidCents: Cents }, capturedCents: Cents, taxBefore: Cents): Cents {
  const tax = taxWithin(job, job.paidCents + capturedCents) - taxBefore
  return Math.min(Math.max(0, tax), capturedCents)
}
