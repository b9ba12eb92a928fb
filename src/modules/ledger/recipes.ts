import type { LedgerAccount } from '../../../db/schema/ledger-entries'
import type { Cents } from '../../lib/money'
import type { Entry } from './post'
import { refundShares, type Shares } from './shares'

/**
 * How each movement of money is booked. Pure; every recipe adds up to zero, and a line of nothing is
 * left out. Debits are positive: more cash, more costs, less income, less debt.
 */

/** Income is booked when the money is there. The processor keeps its fee, and headquarters bears it. */
export function paymentReceived(shares: Shares, feeCents: Cents): Entry[] {
  return book({
    processor_cash: shares.totalCents - feeCents,
    processor_fees: feeCents,
    tax_payable: -shares.taxCents,
    franchise_payable: -shares.franchiseCents,
    revenue_hq: -shares.hqCents,
  })
}

/** A fee that the processor told only after the payment was booked without one. */
export function feeTaken(feeCents: Cents): Entry[] {
  return book({ processor_fees: feeCents, processor_cash: -feeCents })
}

/** A refund was decided: each side gives back its part, and the customer has it coming. */
export function refundOwed(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return book({ ...givenBack(shares, refundedBefore, cents), refunds: -cents })
}

/** The processor has paid a refund that was owed. */
export function refundPaid(cents: Cents): Entry[] {
  return book({ refunds: cents, processor_cash: -cents })
}

/** Both at once, for a refund that we learn of when it is done. */
export function refunded(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return book({ ...givenBack(shares, refundedBefore, cents), processor_cash: -cents })
}

/** The opposite of what was booked: a refund that was refused or failed, a dispute that was won. */
export function undone(entries: readonly Entry[]): Entry[] {
  return entries.map(({ account, cents }) => ({ account, cents: -cents }))
}

export function transferMade(cents: Cents): Entry[] {
  return book({ franchise_payable: cents, processor_cash: -cents })
}

/** The franchise's part of a refund came back out of its account. */
export function transferReversed(cents: Cents): Entry[] {
  return undone(transferMade(cents))
}

/** The franchise's part of a refund could not be taken back: it owes it from now on. */
export function receivable(cents: Cents): Entry[] {
  return book({ franchise_receivable: cents, franchise_payable: -cents })
}

/** The bank took a payment back for its customer, who owes it until that is settled; won is `undone`. */
export function disputeOpened(cents: Cents): Entry[] {
  return book({ customers_receivable: cents, processor_cash: -cents })
}

/** A lost dispute is a refund that the bank has already paid. */
export function disputeLost(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return book({ ...givenBack(shares, refundedBefore, cents), customers_receivable: -cents })
}

function givenBack(shares: Shares, refundedBefore: Cents, cents: Cents) {
  const parts = refundShares(shares, refundedBefore, cents)
  return {
    tax_payable: parts.taxCents,
    franchise_payable: parts.franchiseCents,
    revenue_hq: parts.hqCents,
  }
}

function book(amounts: Partial<Record<LedgerAccount, Cents>>): Entry[] {
  return Object.entries(amounts)
    .filter(([, cents]) => cents !== 0)
    .map(([account, cents]) => ({ account: account as LedgerAccount, cents }))
}
