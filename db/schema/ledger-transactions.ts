import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { demo, instant, json } from './columns'

/** An account and its signed cents: debits are positive, credits negative. */
export type LedgerLine = [account: string, cents: number]

/**
 * One movement of money, whole and for good. Triggers refuse lines that do not add up to zero, spread
 * them into `ledger_entries` within the same statement, and refuse every change afterwards.
 */
export const ledgerTransactions = sqliteTable(
  'ledger_transactions',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** What moved, e.g. `payment:<id>`: the same movement is never booked twice. */
    about: text('about').notNull().unique(),
    kind: text('kind').notNull(),
    jobId: text('job_id'),
    franchiseId: text('franchise_id'),
    at: instant('at').notNull(),
    /** For people to read; no personal data, since nothing here can be erased. */
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
    index('ledger_transactions_by_job')
      .on(table.jobId)
      .where(sql`${table.jobId} IS NOT NULL`),
  ],
)
