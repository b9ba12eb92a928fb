import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, oneOf, stamps } from './columns'
import { payments } from './payments'

export const transferStates = ['pending', 'intended', 'done', 'refused', 'void'] as const
export type TransferState = (typeof transferStates)[number]

/**
 * A franchise's share of a payment on its way: `pending` until its account can take it, `intended` from
 * before the processor is asked until it is known, `void` when a refund left nothing to send.
 */
export const transfers = sqliteTable(
  'transfers',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    franchiseId: text('franchise_id').notNull(),
    jobId: text('job_id').notNull(),
    /** What is sent; while pending, what would be without refunds. */
    cents: cents('cents').notNull(),
    reversedCents: cents('reversed_cents').notNull().default(0),
    state: text('state').$type<TransferState>().notNull(),
    accountId: text('account_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Definite refusals: after each, the next try is a new one with a key of its own. */
    refusals: integer('refusals').notNull().default(0),
    processorId: text('processor_id').unique(),
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    ...stamps(),
  },
  (table) => [
    check(
      'transfers_amounts',
      sql`${table.cents} >= 0 AND ${table.reversedCents} BETWEEN 0 AND ${table.cents}`,
    ),
    check('transfers_state', oneOf(table.state, ['pending', 'intended', 'done', 'refused', 'void'])),
    check('transfers_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    check(
      'transfers_account',
      sql`NOT ${oneOf(table.state, ['intended', 'done'])} OR ${table.accountId} IS NOT NULL`,
    ),
    uniqueIndex('transfers_one_per_payment').on(table.paymentId, table.franchiseId),
    index('transfers_by_franchise').on(table.franchiseId, table.id),
    index('transfers_open')
      .on(table.state, table.createdAt)
      .where(sql`${table.state} IN ('pending', 'intended')`),
  ],
)
