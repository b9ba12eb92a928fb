import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, flag, oneOf, stamps } from './columns'

/**
 * The demo processor's payments and stored cards in one table, so that an id means one thing only.
 * An id named at booking is kept as it was sent.
 */
export const demoIntents = sqliteTable(
  'demo_intents',
  {
    id: text('id').primaryKey(),
    kind: text('kind').$type<'payment' | 'setup'>().notNull(),
    state: text('state').$type<'open' | 'succeeded' | 'cancelled'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    capturedCents: cents('captured_cents').notNull().default(0),
    refundedCents: cents('refunded_cents').notNull().default(0),
    feeCents: cents('fee_cents').notNull().default(0),
    jobId: text('job_id'),
    invoiceId: text('invoice_id'),
    customerId: text('customer_id'),
    transferGroup: text('transfer_group'),
    /** The caller's key of a charge without the customer present. */
    chargeKey: text('charge_key').unique(),
    /** Why the last card was declined. */
    lastDecline: text('last_decline'),
    disputed: flag('disputed').notNull().default(false),
    ...stamps(),
  },
  (table) => [
    check('demo_intents_kind', oneOf(table.kind, ['payment', 'setup'])),
    check('demo_intents_state', oneOf(table.state, ['open', 'succeeded', 'cancelled'])),
    check(
      'demo_intents_amounts',
      sql`${table.refundedCents} BETWEEN 0 AND ${table.capturedCents}
        AND ${table.capturedCents} BETWEEN 0 AND ${table.amountCents}
        AND ${table.feeCents} BETWEEN 0 AND ${table.capturedCents}`,
    ),
    index('demo_intents_by_customer')
      .on(table.customerId)
      .where(sql`${table.customerId} IS NOT NULL`),
  ],
)
