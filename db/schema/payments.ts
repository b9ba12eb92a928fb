import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, demo, flag, instant, oneOf, stamps } from './columns'
import { jobs } from './jobs'

export const processorStates = [
  'open',
  'processing',
  'authorised',
  'failed',
  'succeeded',
  'cancelled',
] as const
export type ProcessorState = (typeof processorStates)[number]

/**
 * What the processor confirmed, under its own id. One payment belongs to one job for ever. How it was
 * divided is kept with it: shares that change later change nothing here.
 */
export const payments = sqliteTable(
  'payments',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    kind: text('kind').$type<'payment' | 'setup'>().notNull(),
    status: text('status').$type<ProcessorState>().notNull(),
    /** The one that paid the job; any further one is given back. */
    pays: flag('pays').notNull().default(false),
    amountCents: cents('amount_cents').notNull(),
    capturedCents: cents('captured_cents').notNull().default(0),
    /** Paid back so far; what is decided and not yet paid is in `refunds`. */
    refundedCents: cents('refunded_cents').notNull().default(0),
    /** Null until the processor says. */
    feeCents: cents('fee_cents'),
    taxCents: cents('tax_cents').notNull().default(0),
    franchiseId: text('franchise_id'),
    franchiseCents: cents('franchise_cents').notNull().default(0),
    disputed: flag('disputed').notNull().default(false),
    paidAt: instant('paid_at'),
    demo: demo(),
    ...stamps(),
  },
  (table) => [
    check('payments_kind', oneOf(table.kind, ['payment', 'setup'])),
    check('payments_status', oneOf(table.status, processorStates)),
    check(
      'payments_amounts',
      sql`${table.amountCents} >= 0 AND ${table.refundedCents} BETWEEN 0 AND ${table.capturedCents}
        AND ${table.taxCents} >= 0 AND ${table.franchiseCents} >= 0
        AND ${table.taxCents} + ${table.franchiseCents} <= ${table.capturedCents}`,
    ),
    uniqueIndex('payments_one_pays')
      .on(table.jobId)
      .where(sql`${table.pays}`),
    index('payments_by_job').on(table.jobId),
    index('payments_without_fee')
      .on(table.paidAt)
      .where(sql`${table.feeCents} IS NULL AND ${table.status} = 'succeeded'`),
  ],
)
