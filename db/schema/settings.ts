import { blob, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Values that the office changed in the console, one row per group. Everything else has its first value. */
export const businessSettings = sqliteTable('business_settings', {
  name: text('name').primaryKey(),
  values: json<Record<string, unknown>>('changed').notNull(),
  updatedAt: instant('updated_at').notNull(),
  updatedBy: text('updated_by').notNull(),
})

/** Uploaded logos. Older ones stay for a while, because emails that were sent show them. */
export const logos = sqliteTable('logos', {
  hash: text('hash').primaryKey(),
  type: text('type').$type<'image/png' | 'image/jpeg'>().notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  bytes: blob('bytes', { mode: 'buffer' }).notNull(),
  createdAt: instant('created_at').notNull(),
})
