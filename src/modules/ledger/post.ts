import { everyColumn, prepared } from '../../../db/prepared'
import { ledgerTransactions } from '../../../db/schema'
import type { LedgerAccount } from '../../../db/schema/ledger-entries'
import type { Tx } from '../../../db/store'
import type { Cents } from '../../lib/money'

export type { LedgerAccount } from '../../../db/schema/ledger-entries'

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

const { id: _, ...columns } = everyColumn(ledgerTransactions)
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
