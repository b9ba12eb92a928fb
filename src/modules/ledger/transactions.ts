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
  | 'payment_undone'
  | 'share_kept'
  | 'fee'
  | 'refund_owed'
  | 'refund_paid'
  | 'refund'
  | 'refund_withdrawn'
  | 'refund_failed'
  | 'cancellation_fee'
  | 'transfer'
  | 'transfer_reversal'
  | 'receivable'
  | 'dispute'
  | 'dispute_won'
  | 'dispute_lost'

export interface Transaction {
  kind: LedgerKind
  /** Identifies the movement, for example `payment:<id>`. Posting it again books nothing. */
  about: string
  at: number
  entries: readonly Entry[]
  jobId?: string | null
  /** The franchise whose payable or receivable the entries change. */
  franchiseId?: string | null
  /** Must not contain personal data: the ledger can't be erased. */
  memo?: string | null
  /** Marks the demo company's entries, so they can be removed again. */
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

/** Books a movement of money in the same unit that causes it. */
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

/** The database refuses these too, but this error names the movement. */
function assertBalanced(about: string, entries: readonly Entry[]): void {
  const wrong =
    entries.length < 2 ||
    entries.some(({ cents }) => !Number.isSafeInteger(cents) || cents === 0) ||
    sumOf(entries) !== 0
  if (wrong) throw new Error(`Can't book ${about} in the ledger: its entries don't balance`)
}

export function sumOf(entries: readonly Entry[]): Cents {
  return entries.reduce((sum, { cents }) => sum + cents, 0)
}

/** Debits minus credits: positive for assets and expenses, negative for income and debts. */
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
 * How each movement of money is booked. These functions are pure, each result adds up to zero, and lines of
 * zero are left out. A debit is positive: more cash, more expenses, less income, less debt.
 */

/** Where customers' money can be. */
export type Till = 'processor_cash' | 'undeposited_funds' | 'bank' | 'franchise_receivable'

/** Books income when the money arrives. The processor keeps its fee, which HQ pays. */
export function paymentReceived(shares: Shares, feeCents: Cents, till: Till = 'processor_cash'): Entry[] {
  return book({
    [till]: shares.totalCents - feeCents,
    processor_fees: feeCents,
    tax_payable: -shares.taxCents,
    franchise_payable: -shares.franchiseCents,
    revenue_hq: -shares.hqCents,
  })
}

/** A franchise that collected a payment keeps its share of it, so only the rest is owed to HQ. */
export function shareKept(cents: Cents): Entry[] {
  return book({ franchise_payable: cents, franchise_receivable: -cents })
}

/** A fee that the processor reported only after the payment was booked. */
export function feeTaken(feeCents: Cents): Entry[] {
  return book({ processor_fees: feeCents, processor_cash: -feeCents })
}

/** Books a refund when it is decided: each side gives back its part, and we owe the customer. */
export function refundOwed(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return book({ ...givenBack(shares, refundedBefore, cents), refunds: -cents })
}

/** Part of a refund we owed stays with us as a cancellation fee, divided like the payment it comes from. */
export function feeKept(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return undone(refundOwed(shares, refundedBefore, cents))
}

/** A refund we owed was paid out. */
export function refundPaid(cents: Cents, till: Till = 'processor_cash'): Entry[] {
  return book({ refunds: cents, [till]: -cents })
}

/** Books both steps at once, for a refund we learn about only when it is done. */
export function refunded(shares: Shares, refundedBefore: Cents, cents: Cents): Entry[] {
  return book({ ...givenBack(shares, refundedBefore, cents), processor_cash: -cents })
}

/** Reverses entries, for example when a refund fails or we win a dispute. */
export function undone(entries: readonly Entry[]): Entry[] {
  return entries.map(({ account, cents }) => ({ account, cents: -cents }))
}

export function transferMade(cents: Cents): Entry[] {
  return book({ franchise_payable: cents, processor_cash: -cents })
}

/** The franchise's part of a refund came back from its account. */
export function transferReversed(cents: Cents): Entry[] {
  return undone(transferMade(cents))
}

/** The franchise's part of a refund couldn't be taken back, so the franchise now owes it. */
export function receivable(cents: Cents): Entry[] {
  return book({ franchise_receivable: cents, franchise_payable: -cents })
}

/** The bank took a disputed payment back, so the customer owes it until the dispute ends. A win is `undone`. */
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
