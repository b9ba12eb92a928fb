/** Ways to pay as the office reads them. */
export const methodWords = {
  card: 'Card',
  cash: 'Cash',
  check: 'Check',
  bank_transfer: 'Bank transfer',
  other: 'Other',
} as const

/** As in "They paid $40.00 in cash". */
export const byMethod = {
  cash: 'in cash',
  check: 'by check',
  bank_transfer: 'by bank transfer',
  other: 'another way',
} as const

export type OutsideMethod = keyof typeof byMethod

export const methodOptions = Object.entries(methodWords)
  .filter(([value]) => value !== 'card')
  .map(([value, label]) => ({ value, label }))
