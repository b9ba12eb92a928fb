import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Accepted requests of the last minute, one row each. Used where several processes share a server;
 * on a single box the windows live in memory with a file of their own behind them.
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
