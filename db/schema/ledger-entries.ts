import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant, oneOf } from './columns'
import { ledgerTransactions } from './ledger-transactions'

export const ledgerAccounts = [
  /** What customers owe: money a dispute took back. */
  'customers_receivable',
  /** Our balance at the processor. */
  'processor_cash',
  'processor_fees',
  'revenue_hq',
  /** What is owed to the entry's franchise. */
  'franchise_payable',
  /** What the entry's franchise owes, since its transfer could not be taken back. */
  'franchise_receivable',
  /** Refunds decided and not yet paid. */
  'refunds',
  'tax_payable',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/**
 * The lines of every transaction, one row each, written by a trigger alone. Kind, franchise and moment
 * are copies that the same trigger keeps true, so that sums need one index and no join.
 */
export const ledgerEntries = sqliteTable(
  'ledger_entries',
  {
    transactionId: integer('transaction_id')
      .notNull()
      .references(() => ledgerTransactions.id),
    seq: integer('seq').notNull(),
    account: text('account').$type<LedgerAccount>().notNull(),
    cents: cents('cents').notNull(),
    franchiseId: text('franchise_id'),
    kind: text('kind').notNull(),
    at: instant('at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.transactionId, table.seq] }),
    check('ledger_entries_account', oneOf(table.account, ledgerAccounts)),
    check('ledger_entries_cents', sql`typeof(${table.cents}) = 'integer' AND ${table.cents} <> 0`),
    check(
      'ledger_entries_franchise',
      sql`${table.franchiseId} IS NOT NULL OR NOT ${oneOf(table.account, ['franchise_payable', 'franchise_receivable'])}`,
    ),
    index('ledger_entries_by_account').on(
      table.account,
      table.at,
      table.kind,
      table.franchiseId,
      table.cents,
    ),
    index('ledger_entries_by_franchise').on(
      table.franchiseId,
      table.account,
      table.at,
      table.kind,
      table.cents,
    ),
  ],
)
