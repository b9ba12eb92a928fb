import { sql } from 'drizzle-orm'
import { check, integer, sqliteTable, text, unique } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { franchises } from './franchises'

/** The franchise's share of a payment from a date on; the rest is headquarters'. */
export const franchiseSplits = sqliteTable(
  'franchise_splits',
  {
    id: text('id').primaryKey(),
    franchiseId: text('franchise_id')
      .notNull()
      .references(() => franchises.id, { onDelete: 'cascade' }),
    shareBasisPoints: integer('share_basis_points').notNull(),
    effectiveFrom: instant('effective_from').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    unique('franchise_splits_one_per_moment').on(table.franchiseId, table.effectiveFrom),
    check('franchise_splits_share_range', sql`${table.shareBasisPoints} BETWEEN 0 AND 10000`),
  ],
)
