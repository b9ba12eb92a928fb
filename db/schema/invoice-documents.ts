import { blob, index, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { instant } from './columns'
import { invoices } from './invoices'

/** The very bytes that were sent, for good. An invoice sent again unchanged is the same document. */
export const invoiceDocuments = sqliteTable(
  'invoice_documents',
  {
    id: text('id').primaryKey(),
    invoiceId: text('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    sha256: text('sha256').notNull(),
    bytes: blob('bytes', { mode: 'buffer' }).notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('invoice_documents_by_invoice').on(table.invoiceId, table.id)],
)
