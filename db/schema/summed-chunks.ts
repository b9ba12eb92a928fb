import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { json } from './columns'

/**
 * The stretches of jobs and of the ledger that are summed up in the tables for reports. A trigger takes
 * a line out when anything in its stretch changes; what has no line is counted afresh by every report.
 */
export const summedChunks = sqliteTable(
  'summed_chunks',
  {
    source: text('source').$type<'jobs' | 'ledger'>().notNull(),
    chunk: integer('chunk').notNull(),
    /** Whose days the sums are by. */
    timeZone: text('time_zone').notNull(),
    /** The few figures that are wanted over everything at once. */
    totals: json<Record<string, unknown>>('totals').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.chunk] })],
)
