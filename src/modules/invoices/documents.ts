import { inArray, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { invoiceDocuments, invoices, jobs } from '../../../db/schema'
import { newId, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { erased, type Person } from '../../lib/person'
import type { Language } from '../../words/language'
import { renderInvoiceHtml } from './html'
import { renderPdf } from './pdf/render'
import { invoiceDataOf } from './present'
import { hasMoneyMovedSince, languageOfInvoice, requireInvoice, sentDocument, type InvoiceRow } from './rows'

/** Styles are inline, as mail programs want them; besides the logo, nothing else may run or load. */
export const documentPolicy =
  "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; form-action 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

export async function pdfFile(deps: Deps, id: string, language?: Language): Promise<Response> {
  const row = await requireInvoice(deps.store.read, id)
  const bytes = await documentOf(deps, row, language ?? (await languageOfInvoice(deps, row)))
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${row.number ?? 'draft'}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      // Browsers show a PDF with their own styles and scripts, which a stricter policy would block.
      'content-security-policy': "base-uri 'none'; frame-ancestors 'none'",
    },
  })
}

export async function htmlFile(deps: Deps, id: string): Promise<Response> {
  const row = await requireInvoice(deps.store.read, id)
  const language = await languageOfInvoice(deps, row)
  const data = await invoiceDataOf(deps, deps.store.read, row, language)
  return new Response(renderInvoiceHtml(data, language), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentPolicy,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/**
 * The document as it was kept, or as it would be sent now: also for an invoice that was paid, refunded or voided
 * since, so that nobody is asked for money they don't owe.
 */
export async function documentOf(deps: Deps, row: InvoiceRow, language: Language): Promise<Uint8Array> {
  const kept = row.status === 'sent' ? await sentDocument(deps.store.read, row.id) : undefined
  if (kept && !(await hasMoneyMovedSince(deps.store.read, row, kept.createdAt))) return kept.bytes
  return renderPdf(deps, await invoiceDataOf(deps, deps.store.read, row, language), language)
}

/** Keeps a document byte for byte beside the ones before it. The same bytes again are one document. */
export async function keepDocument(tx: Tx, row: InvoiceRow, bytes: Uint8Array, at: number): Promise<void> {
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  if ((await latestHash(tx, row.id)) === sha256) return
  await tx
    .insert(invoiceDocuments)
    .values({ id: newId(), invoiceId: row.id, sha256, bytes: Buffer.from(bytes), createdAt: at })
}

async function latestHash(db: Db, invoiceId: string): Promise<string | null> {
  return (await sentDocument(db, invoiceId))?.sha256 ?? null
}

/** A trigger allows exactly this change in a sent invoice, and no other. */
const nobody = '{"name":"Erased","email":null,"phone":null,"address":""}'

/** Numbers, dates, lines and sums stay. The sent documents are deleted, because they name the person. */
export async function forgetCustomer(tx: Tx, { ids }: Person): Promise<void> {
  const own = tx.select({ id: jobs.id }).from(jobs).where(inArray(jobs.customerId, ids))
  const blanked = await tx
    .update(invoices)
    .set({
      customerName: erased,
      customerEmail: null,
      customerPhone: null,
      content: sql`json_set(${invoices.content}, '$.customer', json(${nobody}))`,
      voidReason: sql`CASE ${invoices.voidedBy} WHEN 'truckroll' THEN ${invoices.voidReason} END`,
      postAt: null,
    })
    .where(inArray(invoices.jobId, own))
    .returning({ id: invoices.id })
  const blankedIds = blanked.map(({ id }) => id)
  await tx.delete(invoiceDocuments).where(isAnyOf(invoiceDocuments.invoiceId, blankedIds))
}
