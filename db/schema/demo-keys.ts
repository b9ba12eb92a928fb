import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** The demo processor's memory of what it did, or refused, under each idempotency key. */
export const demoKeys = sqliteTable('demo_keys', {
  key: text('key').primaryKey(),
  /** A hash of what was asked: the same key for anything else is an error. */
  request: text('request').notNull(),
  objectId: text('object_id'),
  refusal: text('refusal'),
  createdAt: instant('created_at').notNull(),
})
