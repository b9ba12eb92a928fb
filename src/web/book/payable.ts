/** What the checkout takes, in cents; less or more is settled with the invoice. */
export const canBePaidOnline = (totalCents: number): boolean => totalCents >= 2_500 && totalCents <= 999_999
