import { check, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, oneOf } from './columns'

/** One message to many customers. Its text is kept here once, not in each of its messages. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: text('id').primaryKey(),
    /** A hash of caller and Idempotency-Key: asked again after a crash, the same campaign goes on. */
    requestKey: text('request_key').unique(),
    fingerprint: text('fingerprint').notNull(),
    type: text('type').$type<'email' | 'sms' | 'both'>().notNull(),
    audience: text('audience').$type<'all' | 'new' | 'returning'>().notNull(),
    franchiseId: text('franchise_id'),
    subject: text('subject'),
    template: text('template').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last customer whose messages are in the outbox; a restart goes on behind it. */
    reached: text('reached').notNull().default(''),
    queuedAt: instant('queued_at'),
  },
  (table) => [
    check('campaigns_type', oneOf(table.type, ['email', 'sms', 'both'])),
    check('campaigns_audience', oneOf(table.audience, ['all', 'new', 'returning'])),
  ],
)
