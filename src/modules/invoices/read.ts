import { desc, eq, sql } from 'drizzle-orm'
import { invoiceDocuments } from '../../../db/schema'
import type { Deps } from '../../deps'
import { isoTime } from '../../lib/clock'
import { conflict } from '../../lib/errors'
import { invoiceStateOf } from '../../lib/invoice-states'
import type { Language } from '../../words/language'
import { invoiceUrl } from './links'
import type { InvoiceDetail, InvoiceData } from './model'
import { invoiceDataOf, presentInvoice } from './present'
import { creditNotesOf, customerOf, paidFor, requireInvoice, findInvoice } from './rows'
import { todayOf } from './states'

export async function readInvoice(deps: Deps, id: string): Promise<InvoiceDetail> {
  const { read } = deps.store
  const row = await requireInvoice(read, id)
  const documents = await read
    .select({
      sha256: invoiceDocuments.sha256,
      bytes: sql<number>`length(${invoiceDocuments.bytes})`,
      createdAt: invoiceDocuments.createdAt,
    })
    .from(invoiceDocuments)
    .where(eq(invoiceDocuments.invoiceId, id))
    .orderBy(desc(invoiceDocuments.id))
  return {
    invoice: presentInvoice(row),
    state: invoiceStateOf({ ...row, total: row.totalCents }, todayOf(deps)),
    invoiceData: await invoiceDataOf(deps, read, row),
    creditNotes: (await creditNotesOf(read, row)).map(presentInvoice),
    documents: documents.map(({ sha256, bytes, createdAt }) => ({
      sha256,
      bytes,
      createdAt: isoTime(createdAt),
    })),
  }
}

/** The invoice as a customer with the link sees it; null if it no longer exists. */
export async function invoiceShown(deps: Deps, id: string, language: Language): Promise<InvoiceData | null> {
  const row = await findInvoice(deps.store.read, id)
  return row ? invoiceDataOf(deps, deps.store.read, row, language) : null
}

export async function creditNotesShown(deps: Deps, id: string): Promise<{ number: string; path: string }[]> {
  const invoice = await requireInvoice(deps.store.read, id)
  // A credit note would name itself.
  if (invoice.kind === 'credit_note') return []
  const notes = await creditNotesOf(deps.store.read, invoice)
  const { series } = await customerOf(deps.store.read, invoice)
  return notes.map((note) => ({
    number: note.number ?? '',
    path: new URL(invoiceUrl(deps, { id: note.id, series })).pathname,
  }))
}

/** The checkout asks for the invoice's balance due. */
export async function checkoutOrderOf(deps: Deps, id: string) {
  const row = await findInvoice(deps.store.read, id)
  if (!row) return null
  if (row.status === 'void') throw conflict('This invoice is void')
  if (row.kind === 'credit_note') throw conflict("A credit note doesn't need to be paid")
  return {
    amount: Math.max(0, row.totalCents - (await paidFor(deps.store.read, row.jobId)).paidCents),
    jobId: row.jobId,
    customerName: row.customerName,
    ...(row.customerEmail === null ? {} : { customerEmail: row.customerEmail }),
    jobDescription: row.content.lines[0]?.label ?? 'Service',
  }
}
