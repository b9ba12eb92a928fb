import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Single facts about this store, e.g. that the demo company was written once. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: json<unknown>('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
})
