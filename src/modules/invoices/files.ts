import type { Deps } from '../../deps'
import { documentOf } from './archive'
import { renderInvoiceHtml } from './html'
import { invoiceDataOf } from './present'
import { requireInvoice } from './rows'

/** Styles stand in attributes, as mail programs want them; nothing else may run or load. */
export const documentPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

export async function pdfFile(deps: Deps, id: string): Promise<Response> {
  const row = await requireInvoice(deps.store.read, id)
  const bytes = await documentOf(deps, row)
  return new Response(new Uint8Array(bytes), {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${row.number ?? 'draft'}.pdf"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

export async function htmlFile(deps: Deps, id: string): Promise<Response> {
  const row = await requireInvoice(deps.store.read, id)
  return new Response(renderInvoiceHtml(await invoiceDataOf(deps, deps.store.read, row)), {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': documentPolicy,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
