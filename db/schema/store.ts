import { sqliteTable, text, integer } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Single facts about this store, e.g. that the demo company was written once. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: json<unknown>('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The last batch each process committed on a database server, written within that batch: when the
 * answer to a COMMIT is lost, it tells whether the data was kept. Unused on a single box.
 */
export const commitMarks = sqliteTable('commit_marks', {
  writer: text('writer').primaryKey(),
  batch: integer('batch').notNull(),
  committedAt: integer('committed_at').notNull(),
})
