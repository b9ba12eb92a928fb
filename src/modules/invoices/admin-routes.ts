import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { adminEndpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { IdParam } from '../../http/fields'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { htmlFile, pdfFile } from './files'
import { listInvoices, readInvoice } from './list'
import { Invoice, InvoiceDetail, InvoiceQuery, VoidInput } from './model'
import { voidInvoice } from './void'

const unknown = { 404: 'There is no such invoice' }

export const invoiceAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/invoices', ({ query }) => answerList(query, 'invoices', listInvoices(deps, query)), {
      ...adminEndpoint({ summary: 'List invoices and credit notes, newest first', answer: pageOf(Invoice) }),
      query: InvoiceQuery,
    })
    .get('/api/admin/invoices/:id', async ({ params }) => ok(await readInvoice(deps, params.id)), {
      ...adminEndpoint({
        summary: 'Read an invoice with what it says, its credit notes and what was sent of it',
        answer: InvoiceDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .get('/api/admin/invoices/:id/pdf', ({ params }) => pdfFile(deps, params.id), {
      ...adminEndpoint({
        summary: 'The invoice as PDF: what was sent, byte for byte, else what would be',
        answer: z.string().meta({ format: 'binary' }),
        bare: true,
        mediaType: 'application/pdf',
        refusals: unknown,
      }),
      params: IdParam,
    })
    .get('/api/admin/invoices/:id/html', ({ params }) => htmlFile(deps, params.id), {
      ...adminEndpoint({
        summary: 'The invoice as a page to print',
        answer: z.string(),
        bare: true,
        mediaType: 'text/html',
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/invoices/:id/void',
      async ({ params, body, caller }) => ok(await voidInvoice(deps, params.id, body, actorOf(caller))),
      {
        ...adminEndpoint({
          summary: 'Take an invoice out of force; its number stays, and its job may get another',
          answer: Invoice,
          refusals: { ...unknown, 409: 'It is being sent, or was paid meanwhile' },
          bodyExample: { reason: 'Wrong address' },
        }),
        params: IdParam,
        body: VoidInput,
      },
    )
