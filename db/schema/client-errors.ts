import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** What went wrong in browsers and tools, as they reported it. Kept for a limited time only. */
export const clientErrors = sqliteTable(
  'client_errors',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    message: text('message').notNull(),
    /** The message without what differs from one occurrence to the next: reports of one fault share it. */
    grouping: text('grouping').notNull(),
    stack: text('stack'),
    page: text('page'),
    userAgent: text('user_agent'),
    metadata: json<Record<string, unknown>>('metadata'),
    at: instant('at').notNull(),
  },
  (table) => [
    index('client_errors_by_age').on(table.at),
    index('client_errors_by_group').on(table.grouping, table.at),
  ],
)
