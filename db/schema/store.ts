import { sqliteTable, text, integer } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Single facts about this store, such as that the demo company was added once. */
export const settings = sqliteTable('settings', {
  key: text('key').primaryKey(),
  value: json<unknown>('value').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/**
 * The last batch each process committed on a database server, written within that batch. If the answer to a
 * COMMIT is lost, it shows whether the data was saved. Not used on a single machine.
 */
export const commitMarks = sqliteTable('commit_marks', {
  writer: text('writer').primaryKey(),
  batch: integer('batch').notNull(),
  committedAt: integer('committed_at').notNull(),
})
