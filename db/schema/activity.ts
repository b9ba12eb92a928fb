import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** What happened, for people to read: written by the service and by developers' tools. */
export const activity = sqliteTable(
  'activity',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    type: text('type').notNull(),
    actor: text('actor').notNull(),
    summary: text('summary').notNull(),
    metadata: json<Record<string, unknown>>('metadata'),
    at: instant('at').notNull(),
  },
  (table) => [index('activity_by_age').on(table.at)],
)
