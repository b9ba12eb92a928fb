/** What becomes of a test card. The numbers are those the real processor uses in its test mode. */
export type CardFate = { takes: true; disputed: boolean } | { takes: false; reason: string }

const fates: Record<string, CardFate> = {
  '4242424242424242': { takes: true, disputed: false },
  '5555555555554444': { takes: true, disputed: false },
  '378282246310005': { takes: true, disputed: false },
  '4000000000000259': { takes: true, disputed: true },
  '4000000000000002': { takes: false, reason: 'generic_decline' },
  '4000000000009995': { takes: false, reason: 'insufficient_funds' },
  '4000000000000069': { takes: false, reason: 'expired_card' },
  '4000000000000127': { takes: false, reason: 'incorrect_cvc' },
}

/** For the page to show beside the form. */
export const testCards = Object.entries(fates).map(([number, fate]) => ({
  number,
  meaning: fate.takes
    ? fate.disputed
      ? 'succeeds, then is disputed'
      : 'succeeds'
    : `declined: ${fate.reason}`,
}))

/** Null for a number that is no test card: real cards have no business here. */
export function fateOfCard(number: string): CardFate | null {
  return fates[number.replaceAll(/[\s-]/g, '')] ?? null
}

export type StoredCardFate = 'takes' | 'declines' | 'needs-customer' | 'no-card' | 'unknown'

/** Stored cards are told by how the customer's id ends: `cus_anything`, `cus_anything_declined` and so on. */
export function fateOfStoredCard(customerId: string): StoredCardFate {
  if (!customerId.startsWith('cus_')) return 'unknown'
  if (customerId.endsWith('_declined')) return 'declines'
  if (customerId.endsWith('_authentication')) return 'needs-customer'
  return customerId.endsWith('_nocard') ? 'no-card' : 'takes'
}
