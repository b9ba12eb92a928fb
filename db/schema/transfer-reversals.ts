import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, oneOf, stamps } from './columns'
import { refunds } from './refunds'
import { transfers } from './transfers'

/**
 * The franchise's part of a refund, taken back from its transfer. `receivable` when it could not be,
 * `void` when there turned out to be nothing to take. Without a refund: made at the processor by hand.
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
