import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, oneOf, stamps } from './columns'
import { payments, refunds } from './payments'

export const transferStates = ['pending', 'intended', 'done', 'refused', 'void'] as const
export type TransferState = (typeof transferStates)[number]

/**
 * A franchise's share of a payment: `pending` until its account can receive it, `intended` from before the
 * processor is asked until the result is known, `void` if a refund left nothing to send. When a refund fails
 * after the share was taken back, another transfer restores it.
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
    /** The amount to send. While pending, the amount before refunds. */
    cents: cents('cents').notNull(),
    reversedCents: cents('reversed_cents').notNull().default(0),
    state: text('state').$type<TransferState>().notNull(),
    accountId: text('account_id'),
    attempts: integer('attempts').notNull().default(0),
    /** Definite refusals. After each one, the next attempt uses a new key. */
    refusals: integer('refusals').notNull().default(0),
    processorId: text('processor_id').unique(),
    refusal: text('refusal'),
    /** The failed refund or the reversal that this transfer makes up for; null for the first one. */
    restores: text('restores').unique(),
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
    uniqueIndex('transfers_one_per_payment')
      .on(table.paymentId, table.franchiseId)
      .where(sql`${table.restores} IS NULL`),
    index('transfers_by_payment').on(table.paymentId),
    index('transfers_by_franchise').on(table.franchiseId, table.id),
    // Transfers that wait or failed, by franchise.
    index('transfers_unsent')
      .on(table.franchiseId, table.state, table.cents, table.id)
      .where(sql`${table.state} IN ('pending', 'intended', 'refused')`),
    index('transfers_open')
      .on(table.state, table.createdAt)
      .where(sql`${table.state} IN ('pending', 'intended')`),
  ],
)

/**
 * The franchise's part of a refund, taken back from its transfer: `receivable` if that wasn't possible,
 * `void` if there was nothing to take. Without a refund, someone made it in the processor's dashboard.
 */
export const transferReversals = sqliteTable(
  'transfer_reversals',
  {
    id: text('id').primaryKey(),
    transferId: text('transfer_id')
      .notNull()
      .references(() => transfers.id, { onDelete: 'cascade' }),
    refundId: text('refund_id').references(() => refunds.id, { onDelete: 'cascade' }),
    cents: cents('cents').notNull(),
    state: text('state').$type<'intended' | 'done' | 'receivable' | 'void'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    processorId: text('processor_id').unique(),
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    ...stamps(),
  },
  (table) => [
    check('transfer_reversals_cents', sql`${table.cents} > 0`),
    check('transfer_reversals_state', oneOf(table.state, ['intended', 'done', 'receivable', 'void'])),
    check('transfer_reversals_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    uniqueIndex('transfer_reversals_one_per_refund').on(table.transferId, table.refundId),
    index('transfer_reversals_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'intended'`),
  ],
)
