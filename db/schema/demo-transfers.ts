import { sql } from 'drizzle-orm'
import { check, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { cents, instant } from './columns'
import { demoAccounts } from './demo-accounts'
import { demoIntents } from './demo-intents'

export const demoTransfers = sqliteTable(
  'demo_transfers',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => demoAccounts.id),
    intentId: text('intent_id').references(() => demoIntents.id),
    cents: cents('cents').notNull(),
    reversedCents: cents('reversed_cents').notNull().default(0),
    transferGroup: text('transfer_group').notNull(),
    key: text('key').notNull().unique(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    check(
      'demo_transfers_amounts',
      sql`${table.cents} > 0 AND ${table.reversedCents} BETWEEN 0 AND ${table.cents}`,
    ),
    index('demo_transfers_by_account').on(table.accountId),
    index('demo_transfers_by_group').on(table.transferGroup),
    index('demo_transfers_by_intent').on(table.intentId),
  ],
)
