/** What the checkout takes, in cents; less or more is settled with the invoice. */
export const leastPayable = 2_500
export const mostPayable = 999_999

export const canBePaidOnline = (totalCents: number): boolean =>
  totalCents >= leastPayable && totalCents <= mostPayable
