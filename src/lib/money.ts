/** Whole cents. Amounts are integers everywhere in the code and decimals only in requests and answers. */
export type Cents = number

/** Exact for amounts with at most two decimals; null for anything finer. */
export function centsFromUnits(units: number): Cents | null {
  const cents = Math.round(units * 100)
  // 129.99 * 100 is 12998.999…, so round it and check that dividing gives the same number again.
  return cents / 100 === units ? cents : null
}

export const unitsFromCents = (cents: Cents): number => cents / 100

export function formatUsd(cents: Cents): string {
  const sign = cents < 0 ? '-' : ''
  const whole = Math.floor(Math.abs(cents) / 100)
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  return `${sign}$${whole.toLocaleString('en-US')}.${rest}`
}

/** A share in basis points, rounded down to the cent. */
export function shareOf(cents: Cents, basisPoints: number): Cents {
  return Math.floor((cents * basisPoints) / 10_000)
}

/** Tax in basis points, rounded half up to the cent. */
export function taxOn(cents: Cents, basisPoints: number): Cents {
  return Math.floor((cents * basisPoints + 5_000) / 10_000)
}

/** Exact for percentages with at most two decimals; null for anything finer. */
export function basisPointsFromPercent(percent: number): number | null {
  const points = Math.round(percent * 100)
  return points / 100 === percent ? points : null
}

export const percentFromBasisPoints = (points: number): number => points / 100

/** The limits of online checkout in cents. Other amounts are settled with the invoice. */
export const leastPayable = 2_500
export const mostPayable = 999_999

export const canBePaidOnline = (totalCents: number): boolean =>
  totalCents >= leastPayable && totalCents <= mostPayable

/** `$1,250`, `199.5` and `$ 199.50` in cents. Null for text that isn't an amount. */
export function centsFromText(text: string): Cents | null {
  const close = text.trim().replace(/^-\s/, '-').replace(/\$\s/, '$')
  const found = /^(-)?\$?(\d{1,9}|\d{1,3}(?:,\d{3}){1,2})?(?:\.(\d{1,2}))?$/.exec(close)
  if (!found) return null
  const [, sign, whole, part] = found
  if (whole === undefined && part === undefined) return null
  const cents = Number((whole ?? '0').replaceAll(',', '')) * 100 + Number((part ?? '').padEnd(2, '0'))
  return sign && cents > 0 ? -cents : cents
}
