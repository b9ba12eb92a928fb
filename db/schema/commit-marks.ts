import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * The last batch each process committed on a database server, written within that batch: when the
 * answer to a COMMIT is lost, it tells whether the data was kept. Unused on a single box.
 */
export const commitMarks = sqliteTable('commit_marks', {
  writer: text('writer').primaryKey(),
  batch: integer('batch').notNull(),
  committedAt: integer('committed_at').notNull(),
})
