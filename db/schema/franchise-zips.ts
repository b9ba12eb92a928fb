import { index, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { franchises } from './franchises'

/** The ZIP codes of a service area, one row each, so that a booking finds its franchise by an index. */
export const franchiseZips = sqliteTable(
  'franchise_zips',
  {
    zip: text('zip').notNull(),
    franchiseId: text('franchise_id')
      .notNull()
      .references(() => franchises.id, { onDelete: 'cascade' }),
  },
  (table) => [
    primaryKey({ columns: [table.zip, table.franchiseId] }),
    index('franchise_zips_by_franchise').on(table.franchiseId, table.zip),
  ],
)
