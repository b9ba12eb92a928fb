import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** Answers of map servers, kept for a while so the same question isn't sent twice. */
export const lookups = sqliteTable(
  'lookups',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    /** The normalized question: rounded coordinates, normalized words, and the server. */
    key: text('key').notNull(),
    answer: json<unknown>('answer').notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  (table) => [
    uniqueIndex('lookups_by_key').on(table.kind, table.key),
    index('lookups_by_age').on(table.kind, table.storedAt),
  ],
)
