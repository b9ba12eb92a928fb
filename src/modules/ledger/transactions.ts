import { and, eq, gte, sql } from 'drizzle-orm'
import { ledgerTransactions, ledgerEntries } from '../../../db/schema'
import type { LedgerAccount } from '../../../db/schema/ledger'
import { placeholders, prepared, type Tx, type Db } from '../../../db/store'
import type { Cents } from '../../lib/money'
import { refundShares, type Shares } from './shares'
export { type LedgerAccount } from '../../../db/schema/ledger'

/** Debits are positive, credits negative. */
export interface Entry {
  account: LedgerAccount
  cents: Cents
}

export type LedgerKind =
  | 'payment'
  | 'fee'
  | 'refund_owed'
  | 'refund_paid'
  | 'refund'
  | 'refund_withdrawn'
  | 'transfer'
  | 'transfer_reversal'
  | 'receivable'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'

export interface Transaction {
  kind: LedgerKind
  /** What moved, e.g. `payment:<id>`. It is booked once, however often it is posted. */
  about: string
  at: number
  entries: readonly Entry[]
  jobId?: string | null
  /** Whose payable or receivable the entries mean. */
  franchiseId?: string | null
  /** No personal data: nothing here can be erased. */
  memo?: string | null
  /** Part of the demo company, so that it can be taken out again. */
  demo?: boolean
}

const { id: _, ...columns } = placeholders(ledgerTransactions)
const insertTransaction = prepared((db) =>
  db
    .insert(ledgerTransactions)
    .values(columns)
    .onConflictDoNothing({ target: ledgerTransactions.about })
    .returning({ id: ledgerTransactions.id }),
)

/** Books a movement of money as part of the unit that makes it true: all of it, or nothing. */
export async function postTransaction(tx: Tx, transaction: Transaction): Promise<'posted' | 'already'> {
  const {
    about,
    kind,
    at,
    entries,
    jobId = null,
    franchiseId = null,
    memo = null,
    demo = false,
  } = transaction
  assertBalanced(about, entries)
  const lines = entries.map(({ account, cents }) => [account, cents])
  const values = { about, kind, at, jobId, franchiseId, memo, demo, lines }
  return (await insertTransaction.get(tx, values)) ? 'posted' : 'already'
}

/** The store refuses these too; here the message says which movement was wrong. */
function assertBalanced(about: string, entries: readonly Entry[]): void {
  const wrong =
    entries.length < 2 ||
    entries.some(({ cents }) => !Number.isSafeInteger(cents) || cents === 0) ||
    sumOf(entries) !== 0
  if (wrong) throw new Error(`The ledger does not take ${about}: its entries do not balance`)
}

export function sumOf(entries: readonly Entry[]): Cents {
  return entries.reduce((sum, { cents }) => sum + cents, 0)
}

/** Debits less credits: positive for what we have or spent, negative for what we earned or owe. */
export async function balanceOf(db: Db, account: LedgerAccount, franchiseId?: string): Promise<Cents> {
  const [row] = await db
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.cents}), 0)` })
    .from(ledgerEntries)
    .where(
      and(
        eq(ledgerEntries.account, account),
        franchiseId === undefined ? undefined : eq(ledgerEntries.franchiseId, franchiseId),
      ),
    )
  return row?.cents ?? 0
}

export async function countTransactions(db: Db, kind: LedgerKind, since = 0): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(*)` })
    .from(ledgerTransactions)
    .where(and(eq(ledgerTransactions.kind, kind), gte(ledgerTransactions.at, since)))
  return row?.count ?? 0
}

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
