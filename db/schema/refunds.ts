import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, flag, instant, oneOf, stamps } from './columns'
import { payments } from './payments'

export const refundCauses = ['cancel', 'late', 'duplicate', 'hq', 'outside'] as const
export type RefundCause = (typeof refundCauses)[number]

/**
 * Written before the processor is asked; the id is the key it is asked with. A trigger holds the sum to
 * what was captured, and a payment is given back by itself at most once.
 */
export const refunds = sqliteTable(
  'refunds',
  {
    id: text('id').primaryKey(),
    paymentId: text('payment_id')
      .notNull()
      .references(() => payments.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    cents: cents('cents').notNull(),
    cause: text('cause').$type<RefundCause>().notNull(),
    actor: text('actor').notNull(),
    /** What HQ wrote about it. */
    reason: text('reason'),
    state: text('state').$type<'intended' | 'done' | 'refused'>().notNull(),
    attempts: integer('attempts').notNull().default(0),
    processorId: text('processor_id').unique(),
    /** Why it was refused. */
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    /** Whether the customer hears of it in a message of its own, once it is paid. */
    tellCustomer: flag('tell_customer').notNull().default(false),
    ...stamps(),
  },
  (table) => [
    check('refunds_cents', sql`${table.cents} > 0`),
    check('refunds_cause', oneOf(table.cause, ['cancel', 'late', 'duplicate', 'hq', 'outside'])),
    check('refunds_state', oneOf(table.state, ['intended', 'done', 'refused'])),
    check('refunds_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    uniqueIndex('refunds_one_by_itself')
      .on(table.paymentId)
      .where(sql`${table.cause} IN ('cancel', 'late', 'duplicate') AND ${table.state} <> 'refused'`),
    index('refunds_by_payment').on(table.paymentId),
    index('refunds_by_job').on(table.jobId),
    index('refunds_open')
      .on(table.createdAt)
      .where(sql`${table.state} = 'intended'`),
  ],
)
