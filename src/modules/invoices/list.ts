import { and, desc, eq, gt, isNotNull, isNull, lt, not, sql } from 'drizzle-orm'
import { invoiceDocuments, invoices } from '../../../db/schema'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { localDateAt } from '../../lib/local-days'
import type { Invoice, InvoiceDetail, InvoiceQuery } from './model'
import { invoiceDataOf, presentInvoice } from './present'
import { creditNotesOf, requireInvoice, type InvoiceRow } from './rows'

/** Newest first: ids are ordered by time. */
export function listInvoices(deps: Deps, query: InvoiceQuery): Listing<InvoiceRow, Invoice> {
  const { store } = deps
  const { status, kind, paid, overdue, franchiseId, jobId, scheduleId, number } = query
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentInvoice,
    rows: (limit, after) =>
      store.read
        .select()
        .from(invoices)
        .where(
          and(
            after ? lt(invoices.id, String(after[0])) : undefined,
            status === undefined ? undefined : eq(invoices.status, status),
            kind === undefined ? undefined : eq(invoices.kind, kind),
            paid === undefined ? undefined : paid ? isNotNull(invoices.paidAt) : isNull(invoices.paidAt),
            overdue === undefined ? undefined : overdue ? isOverdue(deps) : not(isOverdue(deps)),
            franchiseId === undefined ? undefined : eq(invoices.franchiseId, franchiseId),
            jobId === undefined ? undefined : eq(invoices.jobId, jobId),
            scheduleId === undefined ? undefined : eq(invoices.scheduleId, scheduleId),
            number === undefined ? undefined : eq(invoices.number, number),
          ),
        )
        .orderBy(desc(invoices.id))
        .limit(limit),
  }
}

/** The day it is due is still in time. A draft is not due, since nobody has got it. */
function isOverdue({ clock, config }: Deps) {
  const today = localDateAt(clock.now(), config.business.timeZone)
  const { kind, status, paidAt, totalCents, dueOn } = invoices
  return and(
    eq(status, 'sent'),
    eq(kind, 'invoice'),
    isNull(paidAt),
    gt(totalCents, 0),
    isNotNull(dueOn),
    lt(dueOn, today),
  )!
}

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
    invoiceData: await invoiceDataOf(deps, read, row),
    creditNotes: (await creditNotesOf(read, row)).map(presentInvoice),
    documents: documents.map(({ sha256, bytes, createdAt }) => ({
      sha256,
      bytes,
      createdAt: isoTime(createdAt),
    })),
  }
}
