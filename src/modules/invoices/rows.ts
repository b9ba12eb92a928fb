import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { everyColumn, prepared } from '../../../db/prepared'
import { invoiceDocuments, invoices } from '../../../db/schema'
import type { Db } from '../../../db/store'
import { missing } from '../../lib/errors'

export type InvoiceRow = typeof invoices.$inferSelect

const byId = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(eq(invoices.id, sql.placeholder('id')))
    .limit(1),
)
const live = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.jobId, sql.placeholder('jobId')),
        // Spelled out: an index over some rows is used only for constants.
        sql`${invoices.kind} = 'invoice' AND ${invoices.status} <> 'void'`,
      ),
    )
    .limit(1),
)
const notesOf = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(and(eq(invoices.creditsId, sql.placeholder('id')), ne(invoices.status, 'void')))
    .orderBy(asc(invoices.id)),
)
const notesOfJob = prepared((db) =>
  db
    .select()
    .from(invoices)
    .where(
      and(
        eq(invoices.jobId, sql.placeholder('jobId')),
        eq(invoices.kind, 'credit_note'),
        ne(invoices.status, 'void'),
      ),
    )
    .orderBy(asc(invoices.id)),
)
const newestDocument = prepared((db) =>
  db
    .select()
    .from(invoiceDocuments)
    .where(eq(invoiceDocuments.invoiceId, sql.placeholder('invoiceId')))
    .orderBy(desc(invoiceDocuments.id))
    .limit(1),
)

export const insertInvoice = prepared((db) => db.insert(invoices).values(everyColumn(invoices)))

export const findInvoice = (db: Db, id: string): Promise<InvoiceRow | undefined> => byId.get(db, { id })

export async function requireInvoice(db: Db, id: string): Promise<InvoiceRow> {
  const row = await findInvoice(db, id)
  if (!row) throw missing('Invoice')
  return row
}

/** The job's invoice that counts: neither void nor a credit note. */
export const liveInvoice = (db: Db, jobId: string): Promise<InvoiceRow | undefined> => live.get(db, { jobId })

/** A draft of which nothing is on its way to the customer: it may still say something else. */
export const isUnseen = ({ status, sendingId }: InvoiceRow): boolean =>
  status === 'draft' && sendingId === null

/** The kind of task that asks headquarters to send the invoice of a job. */
export const toSend = 'invoice.to-send'

/** The invoice that counts has all of its job's: a refund keeps its note when the invoice is made anew. */
export const creditNotesOf = (db: Db, { id, jobId, status }: InvoiceRow): Promise<InvoiceRow[]> =>
  status === 'void' ? notesOf.all(db, { id }) : notesOfJob.all(db, { jobId })

/** What was last sent of it, byte for byte. */
export const sentDocument = (db: Db, invoiceId: string) => newestDocument.get(db, { invoiceId })
