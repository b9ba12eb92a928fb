import { sql } from 'drizzle-orm'
import { check, index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { billingSchedules } from './billing-schedules'
import { cents, instant, oneOf, stamps } from './columns'
import { invoices } from './invoices'

/**
 * Attempts to charge a stored card, written before the processor is asked; the id is the key it is asked
 * with. `intended` until its answer is known; `dropped` when there was nothing to charge any more.
 */
export const billingCharges = sqliteTable(
  'billing_charges',
  {
    /** Schedule, period and attempt: a deliberate new try after a definite no is another charge. */
    id: text('id').primaryKey(),
    scheduleId: text('schedule_id')
      .notNull()
      .references(() => billingSchedules.id),
    period: text('period').notNull(),
    attempt: integer('attempt').notNull(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    jobId: text('job_id').notNull(),
    /** Set when it is first asked for, and never changed: the key stands for this very order. */
    cents: cents('cents'),
    paymentsCustomerId: text('payments_customer_id'),
    state: text('state').$type<'intended' | 'done' | 'refused' | 'dropped'>().notNull(),
    /** How often the processor was asked, counted before asking. */
    asked: integer('asked').notNull().default(0),
    /** When to ask, or to ask again. */
    dueAt: instant('due_at').notNull(),
    processorId: text('processor_id'),
    refusal: text('refusal'),
    doneAt: instant('done_at'),
    ...stamps(),
  },
  (table) => [
    check('billing_charges_state', oneOf(table.state, ['intended', 'done', 'refused', 'dropped'])),
    check('billing_charges_attempt', sql`${table.attempt} BETWEEN 1 AND 3`),
    check('billing_charges_done', sql`${table.state} <> 'done' OR ${table.processorId} IS NOT NULL`),
    uniqueIndex('billing_charges_one_per_attempt').on(table.scheduleId, table.period, table.attempt),
    uniqueIndex('billing_charges_one_open')
      .on(table.scheduleId, table.period)
      .where(sql`${table.state} = 'intended'`),
    index('billing_charges_due')
      .on(table.dueAt, table.id)
      .where(sql`${table.state} = 'intended'`),
    index('billing_charges_by_invoice').on(table.invoiceId),
  ],
)
