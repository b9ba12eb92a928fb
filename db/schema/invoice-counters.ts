import { sql } from 'drizzle-orm'
import { check, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { InvoiceKind } from './invoices'

/** The last number given per series, year and kind. A trigger lets it go up by one only. */
export const invoiceCounters = sqliteTable(
  'invoice_counters',
  {
    prefix: text('prefix').notNull(),
    year: integer('year').notNull(),
    kind: text('kind').$type<InvoiceKind>().notNull(),
    last: integer('last').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.prefix, table.year, table.kind] }),
    check('invoice_counters_last', sql`${table.last} > 0`),
  ],
)
