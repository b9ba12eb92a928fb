import type { Deps } from '../../deps'
import { conflict } from '../../lib/errors'
import { invoiceUrl } from './links'
import type { InvoiceData } from './model'
import { invoiceDataOf } from './present'
import { creditNotesOf, findInvoice, requireInvoice } from './rows'

/** What a customer with the link sees; null when there is no such invoice any more. */
export async function invoiceShown(deps: Deps, id: string): Promise<InvoiceData | null> {
  const row = await findInvoice(deps.store.read, id)
  return row ? invoiceDataOf(deps, deps.store.read, row) : null
}

export async function creditNotesShown(deps: Deps, id: string): Promise<{ number: string; path: string }[]> {
  const notes = await creditNotesOf(deps.store.read, await requireInvoice(deps.store.read, id))
  return notes.map((note) => ({
    number: note.number ?? '',
    path: new URL(invoiceUrl(deps, note.id)).pathname,
  }))
}

/** What the checkout is to ask for: exactly what the invoice says. */
export async function orderOf(deps: Deps, id: string) {
  const row = await findInvoice(deps.store.read, id)
  if (!row) return null
  if (row.status === 'void') throw conflict('The invoice is void')
  if (row.kind === 'credit_note') throw conflict('A credit note is not paid')
  return {
    amount: row.totalCents,
    jobId: row.jobId,
    customerName: row.customerName,
    ...(row.customerEmail === null ? {} : { customerEmail: row.customerEmail }),
    jobDescription: row.content.lines[0]?.label ?? 'Service',
  }
}
