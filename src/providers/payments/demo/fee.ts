import { taxOn, type Cents } from '../../../lib/money'

/** 2.9 % and 30 cents, as the real processor takes from a card payment, and never more than there is. */
export function feeOn(capturedCents: Cents): Cents {
  return Math.min(capturedCents, taxOn(capturedCents, 290) + 30)
}

/** The least the real processor takes. */
export const leastChargeCents: Cents = 50
