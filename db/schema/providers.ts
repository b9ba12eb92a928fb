import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { instant, json } from './columns'

/** What map servers answered, kept for a while so that the same question is not sent twice. */
export const lookups = sqliteTable(
  'lookups',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind').notNull(),
    /** The question in one spelling: rounded coordinates, normalised words, and which server it was for. */
    key: text('key').notNull(),
    answer: json<unknown>('answer').notNull(),
    storedAt: instant('stored_at').notNull(),
  },
  (table) => [
    uniqueIndex('lookups_by_key').on(table.kind, table.key),
    index('lookups_by_age').on(table.kind, table.storedAt),
  ],
)
