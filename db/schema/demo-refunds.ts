import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns'
import { demoIntents } from './demo-intents'

export const demoRefunds = sqliteTable(
  'demo_refunds',
  {
    id: text('id').primaryKey(),
    intentId: text('intent_id')
      .notNull()
      .references(() => demoIntents.id),
    cents: cents('cents').notNull(),
    reason: text('reason').notNull(),
    key: text('key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_refunds_cents', sql`${table.cents} > 0`),
    index('demo_refunds_by_intent').on(table.intentId),
  ],
)
