import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Values that the office changed in the console, one row per group. Everything else has its first value. */
export const businessSettings = sqliteTable('business_settings', {
  name: text('name').primaryKey(),
  values: json<Record<string, unknown>>('changed').notNull(),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})
