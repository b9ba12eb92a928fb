import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { cents, instant, json, oneOf, stamps } from './columns'
import { jobs } from './jobs'

/** What the processor is asked for, kept until it has answered so that asking again asks for the same. */
export interface StoredOrder {
  description: string
  customerName: string | null
  customerEmail: string | null
}

/** Checkouts by our own key; a job has one at a time that can be paid. */
export const checkoutSessions = sqliteTable(
  'checkout_sessions',
  {
    id: text('id').primaryKey(),
    jobId: text('job_id')
      .notNull()
      .references(() => jobs.id, { onDelete: 'cascade' }),
    state: text('state').$type<'intended' | 'open' | 'completed' | 'expired'>().notNull(),
    amountCents: cents('amount_cents').notNull(),
    returnUrl: text('return_url'),
    order: json<StoredOrder>('order'),
    sessionId: text('session_id').unique(),
    url: text('url'),
    expiresAt: instant('expires_at'),
    ...stamps(),
  },
  (table) => [
    check('checkout_sessions_state', oneOf(table.state, ['intended', 'open', 'completed', 'expired'])),
    check('checkout_sessions_amount', sql`${table.amountCents} > 0`),
    check(
      'checkout_sessions_open',
      sql`${table.state} <> 'open' OR (${table.sessionId} IS NOT NULL AND ${table.url} IS NOT NULL)`,
    ),
    uniqueIndex('checkout_sessions_one_live')
      .on(table.jobId)
      .where(sql`${table.state} IN ('intended', 'open')`),
    index('checkout_sessions_intended')
      .on(table.createdAt)
      .where(sql`${table.state} = 'intended'`),
  ],
)
