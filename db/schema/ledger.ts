import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, primaryKey } from 'drizzle-orm/sqlite-core'
import { demo, instant, json, cents, oneOf } from './columns'

/** An account and its signed cents: debits are positive, credits negative. */
export type LedgerLine = [account: string, cents: number]

/**
 * One complete and permanent movement of money. Triggers refuse lines that don't add up to zero, copy them to
 * `ledger_entries` in the same statement, and refuse every later change.
 */
export const ledgerTransactions = sqliteTable(
  'ledger_transactions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Identifies the movement, such as `payment:<id>`, so it is never booked twice. */
    about: text('about').notNull().unique(),
    kind: text('kind').notNull(),
    jobId: text('job_id'),
    franchiseId: text('franchise_id'),
    at: instant('at').notNull(),
    /** For people to read. It has no personal data, because nothing here can be erased. */
    memo: text('memo'),
    lines: json<LedgerLine[]>('lines').notNull(),
    demo: demo(),
  },
  (table) => [
    check(
      'ledger_transactions_lines',
      sql`json_valid(${table.lines}) AND json_type(${table.lines}) = 'array'`,
    ),
    index('ledger_transactions_by_kind').on(table.kind, table.at),
    index('ledger_transactions_by_time').on(table.at),
    index('ledger_transactions_by_franchise').on(table.franchiseId, table.at),
    index('ledger_transactions_by_job')
      .on(table.jobId)
      .where(sql`${table.jobId} IS NOT NULL`),
  ],
)

export const ledgerAccounts = [
  /** Money that customers owe after a dispute took it back. */
  'customers_receivable',
  /** Our balance at the processor. */
  'processor_cash',
  'processor_fees',
  /** Cash and checks that HQ received, until someone takes them to the bank. */
  'undeposited_funds',
  /** Money that reached the bank without the processor. */
  'bank',
  'revenue_hq',
  /** Money we owe the franchise. */
  'franchise_payable',
  /** Money the franchise owes: payments it collected, and transfers that couldn't be taken back. */
  'franchise_receivable',
  /** Refunds that are decided but not yet paid. */
  'refunds',
  'tax_payable',
] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/**
 * The lines of every transaction, written only by a trigger. Kind, franchise and time are copies kept by the
 * same trigger, so sums need one index and no join.
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
