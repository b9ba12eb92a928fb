import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { pageCount } from '../http/fields'
import { plumbing } from '../http/plumbing'
import { Refusal } from '../lib/errors'
import { smallPictures, workPhotos, type SmallPicture } from '../modules/files'
import {
  pdfFile,
  invoiceOfLink,
  creditNotesShown,
  invoiceShown,
  checkoutOrderOf,
  type InvoiceData,
} from '../modules/invoices'
import { openCheckout } from '../modules/payments'
import { canPayOnline } from '../providers/demo'
import { invoicePage, notPayablePage } from './invoice-page'
import { brokenLinkPage, endedLinkPage, linkRefusals } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(100) })
const rule = { as: 'public', limit: 120 } as const
const page = { tag: 'Invoices', answer: z.string(), bare: true, mediaType: 'text/html' } as const

/** Where the link in a message leads: the invoice, its PDF, and the way to the checkout. */
export const invoicePageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/i/:token',
      ({ params, query, request }) =>
        showInvoice(deps, request, params.token, {
          look: query.from === 'checkout' ? query.look : 0,
          left: query.checkout === 'left',
        }),
      {
        ...endpoint(rule, {
          ...page,
          operationId: 'showInvoice',
          summary: 'Show a customer an invoice',
          refusals: linkRefusals,
        }),
        params: Token,
        query: z.object({ from: z.string().optional(), look: pageCount(1), checkout: z.string().optional() }),
      },
    )
    .get('/i/:token/pdf', ({ params, request }) => downloadPdf(deps, request, params.token), {
      ...endpoint(rule, {
        ...page,
        answer: z.string().meta({ format: 'binary' }),
        mediaType: 'application/pdf',
        operationId: 'downloadInvoice',
        summary: "A customer's invoice as PDF",
        refusals: linkRefusals,
      }),
      params: Token,
    })
    .post('/i/:token/pay', ({ params, request }) => payInvoice(deps, request, params.token), {
      ...endpoint(
        { ...rule, raw: true },
        {
          ...page,
          operationId: 'payInvoice',
          summary: 'Lead a customer to the checkout of an invoice',
          status: 303,
          refusals: {
            ...linkRefusals,
            409: 'There is nothing to pay',
            502: 'The payment processor failed',
            504: 'The payment processor took too long',
          },
        },
      ),
      params: Token,
    })

async function showInvoice(
  deps: Deps,
  request: Request,
  token: string,
  { look, left }: { look: number; left: boolean },
): Promise<Response> {
  const invoice = await opened(deps, request, token)
  if (invoice instanceof Response) return invoice
  const { id, visitor } = invoice
  const data = await invoiceShown(deps, id, visitor.language)
  if (data === null) return brokenLinkPage(deps, visitor)
  return invoicePage(deps, visitor, {
    data,
    path: `/i/${token}`,
    look: left ? 0 : look,
    left,
    creditNotes: await creditNotesShown(deps, id),
    photos: await photosFor(deps, data),
  })
}

/** Keeps the page small; the portal shows all of them. */
const mostPhotos = 12

async function photosFor(deps: Deps, { kind, jobId }: InvoiceData): Promise<SmallPicture[]> {
  if (!deps.settings.invoices.showPhotos || kind === 'credit_note') return []
  return smallPictures(deps, await workPhotos(deps.store.read, jobId), mostPhotos)
}

async function downloadPdf(deps: Deps, request: Request, token: string): Promise<Response> {
  const invoice = await opened(deps, request, token)
  return invoice instanceof Response ? invoice : pdfFile(deps, invoice.id, invoice.visitor.language)
}

/** The invoice of a link, in the language that its reader chose or that its customer has; or the answer to a link that doesn't work. */
async function opened(
  deps: Deps,
  request: Request,
  token: string,
): Promise<{ id: string; visitor: Visitor } | Response> {
  const link = await invoiceOfLink(deps, token)
  const visitor = visitorOf(deps, request, link?.language)
  if (!link) return brokenLinkPage(deps, visitor)
  return link.hasEnded ? endedLinkPage(deps, visitor) : { id: link.id, visitor }
}

async function payInvoice(deps: Deps, request: Request, token: string): Promise<Response> {
  const invoice = await opened(deps, request, token)
  if (invoice instanceof Response) return invoice
  const { id, visitor } = invoice
  const data = await invoiceShown(deps, id, visitor.language)
  if (data === null) return brokenLinkPage(deps, visitor)
  const returnUrl = `${deps.config.publicUrl}/i/${token}?from=checkout`
  try {
    const order = await checkoutOrderOf(deps, id)
    if (order === null) return brokenLinkPage(deps, visitor)
    const { url } = await openCheckout(deps, { ...order, returnUrl })
    return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const isSettled = error.reason === 'conflict'
    if (!isSettled && canPayOnline(deps.config)) throw error
    const status = isSettled ? 409 : 502
    return notPayablePage(deps, visitor, { data, status, business: data.seller.name })
  }
}
