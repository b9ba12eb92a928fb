import { sql } from 'drizzle-orm'
import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant, oneOf } from './columns'
import { demoIntents } from './demo-intents'

/**
 * Checkouts of the demo processor, without the customer's name or address: it has no use for them. The
 * payment behind one is made when a card is first tried.
 */
export const demoSessions = sqliteTable(
  'demo_sessions',
  {
    id: text('id').primaryKey(),
    state: text('state').$type<'open' | 'complete' | 'expired'>().notNull().default('open'),
    jobId: text('job_id').notNull(),
    amountCents: cents('amount_cents').notNull(),
    description: text('description').notNull(),
    successUrl: text('success_url').notNull(),
    cancelUrl: text('cancel_url').notNull(),
    transferGroup: text('transfer_group').notNull(),
    intentId: text('intent_id')
      .unique()
      .references(() => demoIntents.id),
    expiresAt: instant('expires_at').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_sessions_state', oneOf(table.state, ['open', 'complete', 'expired'])),
    check('demo_sessions_amount', sql`${table.amountCents} > 0`),
  ],
)
