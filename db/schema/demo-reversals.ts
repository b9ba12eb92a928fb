import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns'
import { demoTransfers } from './demo-transfers'

export const demoReversals = sqliteTable(
  'demo_reversals',
  {
    id: text('id').primaryKey(),
    transferId: text('transfer_id')
      .notNull()
      .references(() => demoTransfers.id),
    cents: cents('cents').notNull(),
    key: text('key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check('demo_reversals_cents', sql`${table.cents} > 0`),
    index('demo_reversals_by_transfer').on(table.transferId),
  ],
)
