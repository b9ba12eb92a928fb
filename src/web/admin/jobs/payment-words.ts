/** Ways to pay as the office reads them. */
export const methodWords = {
  card: 'Card',
  cash: 'Cash',
  check: 'Check',
  bank_transfer: 'Bank transfer',
  other: 'Other',
} as const

export type OutsideMethod = Exclude<keyof typeof methodWords, 'card'>

export const methodOptions = Object.entries(methodWords)
  .filter(([value]) => value !== 'card')
  .map(([value, label]) => ({ value, label }))
