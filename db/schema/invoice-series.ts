import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'

/** The letters before a franchise's invoice numbers, chosen at its first one and never changed. */
export const invoiceSeries = sqliteTable('invoice_series', {
  /** Empty for headquarters' own jobs. */
  franchiseId: text('franchise_id').primaryKey(),
  prefix: text('prefix').notNull().unique(),
  createdAt: instant('created_at').notNull(),
})
