import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Accepted requests of the last minute, one per row and window, for processes that share a server. A single
 * machine saves them in a separate file.
 */
export const rateHits = sqliteTable(
  'rate_hits',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    window: text('window').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    index('rate_hits_by_window').on(table.window, table.at),
    index('rate_hits_by_age').on(table.at),
  ],
)
