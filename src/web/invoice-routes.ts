import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../deps'
import { endpoint } from '../http/endpoint'
import { pageCount } from '../http/fields'
import { plumbing } from '../http/plumbing'
import { Refusal } from '../lib/errors'
import { pdfFile, invoiceOfToken, creditNotesShown, invoiceShown, checkoutOrderOf } from '../modules/invoices'
import { openCheckout } from '../modules/payments'
import { canPayOnline } from '../providers/demo'
import { invoicePage, notPayablePage } from './invoice-page'
import { brokenLinkPage } from './layout/notice'
import { visitorOf, type Visitor } from './visitor'

const Token = z.object({ token: z.string().max(100) })
const rule = { as: 'public', limit: 120 } as const
const page = { tag: 'Invoices', answer: z.string(), bare: true, mediaType: 'text/html' } as const
const refusals = { 404: 'The link is not one of ours' }

/** Where the link in a message leads: the invoice, its PDF, and the way to the checkout. */
export const invoicePageRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/i/:token',
      ({ params, query, request }) =>
        showInvoice(deps, visitorOf(request), params.token, query.from === 'checkout' ? query.look : 0),
      {
        ...endpoint(rule, { ...page, summary: 'Show a customer an invoice', refusals }),
        params: Token,
        query: z.object({ from: z.string().optional(), look: pageCount(1) }),
      },
    )
    .get(
      '/i/:token/pdf',
      ({ params, request }) => {
        const visitor = visitorOf(request)
        const id = invoiceOfToken(deps, params.token)
        return id === null ? brokenLinkPage(deps, visitor) : pdfFile(deps, id)
      },
      {
        ...endpoint(rule, {
          ...page,
          answer: z.string().meta({ format: 'binary' }),
          mediaType: 'application/pdf',
          summary: "A customer's invoice as PDF",
          refusals,
        }),
        params: Token,
      },
    )
    .post('/i/:token/pay', ({ params, request }) => payInvoice(deps, visitorOf(request), params.token), {
      ...endpoint(
        { ...rule, raw: true },
        {
          ...page,
          summary: 'Lead a customer to the checkout of an invoice',
          status: 303,
          refusals: {
            ...refusals,
            409: 'There is nothing to pay',
            502: 'The payment processor failed',
            504: 'The payment processor took too long',
          },
        },
      ),
      params: Token,
    })

async function showInvoice(deps: Deps, visitor: Visitor, token: string, look: number): Promise<Response> {
  const id = invoiceOfToken(deps, token)
  const data = id === null ? null : await invoiceShown(deps, id)
  if (id === null || data === null) return brokenLinkPage(deps, visitor)
  return invoicePage(deps.config, visitor, {
    data,
    path: `/i/${token}`,
    look,
    creditNotes: await creditNotesShown(deps, id),
  })
}

async function payInvoice(deps: Deps, visitor: Visitor, token: string): Promise<Response> {
  const id = invoiceOfToken(deps, token)
  const order = id === null ? null : await checkoutOrderOf(deps, id)
  if (order === null) return brokenLinkPage(deps, visitor)
  const returnUrl = `${deps.config.publicUrl}/i/${token}?from=checkout`
  try {
    const { url } = await openCheckout(deps, { ...order, returnUrl })
    return new Response(null, { status: 303, headers: { location: url, 'cache-control': 'no-store' } })
  } catch (error) {
    if (error instanceof Refusal && (error.reason === 'conflict' || !canPayOnline(deps.config)))
      return notPayablePage(deps.config, visitor, error.message, error.reason === 'conflict' ? 409 : 502)
    throw error
  }
}
