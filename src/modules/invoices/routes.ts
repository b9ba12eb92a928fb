import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { IdParam } from '../../http/fields'
import { requestKey } from '../../http/idempotency'
import { answerList, pageOf } from '../../http/listing'
import { plumbing } from '../../http/plumbing'
import { actorOf } from '../../http/request'
import { htmlFile, pdfFile } from './documents'
import { generateInvoice } from './draft'
import {
  InvoiceGenerated,
  InvoiceInput,
  InvoicePreview,
  InvoicePreviewInput,
  InvoiceSendInput,
  InvoiceSent,
  Invoice,
  InvoiceDetail,
  InvoiceQuery,
  InvoiceVoidInput,
} from './model'
import { previewInvoice } from './preview'
import { listInvoices, readInvoice } from './read'
import { sendInvoice } from './send'
import { voidInvoice } from './void'

export const invoiceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/invoices/generate',
      async ({ body, caller, once, set }) => {
        const { isNew, answer } = await generateInvoice(deps, body.jobId, actorOf(caller), once)
        if (!isNew) set.status = 200
        return answer
      },
      {
        ...endpoint(
          { as: 'hq', limit: 20 },
          {
            tag: 'Invoices',
            summary: 'Make the invoice of a job, or bring its draft up to date',
            description: '201 for a new invoice, 200 for a draft that was there before.',
            answer: InvoiceGenerated,
            status: 201,
            updates: true,
            idempotent: true,
            refusals: {
              404: 'There is no such job',
              409: 'The invoice has been sent, so void it first; or the job was cancelled with nothing paid',
            },
            bodyExample: { jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d' },
          },
        ),
        body: InvoiceInput,
      },
    )
    .post(
      '/api/invoices/send',
      ({ body, caller }) => sendInvoice(deps, body.invoiceId, body.method, actorOf(caller)),
      {
        ...endpoint(
          { as: 'hq', limit: 15 },
          {
            tag: 'Invoices',
            summary: 'Send an invoice by e-mail, with its PDF, or by SMS, as a link to see and pay it',
            answer: InvoiceSent,
            idempotent: true,
            refusals: {
              404: 'There is no such invoice',
              409: 'It is void, or the customer cannot be reached this way; the text says which',
              502: 'The provider failed; nothing has changed',
            },
            bodyExample: { invoiceId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d', method: 'email' },
          },
        ),
        body: InvoiceSendInput,
      },
    )
    .post(
      '/api/dev/invoice',
      ({ body, request, caller }) => previewInvoice(deps, body, requestKey(deps, caller, request)),
      {
        ...endpoint(
          { as: 'hq', limit: 15 },
          {
            tag: 'Operations',
            summary: 'Show what the invoice of a job would look like',
            description: 'Nothing is stored. With `sendEmail` it goes to the `customerEmail` of the job.',
            answer: InvoicePreview,
            idempotent: true,
            bodyExample: {
              job: { id: 'J-1', customerName: 'Jordan Rivera', type: 'Gutter cleaning', price: 189.5 },
            },
          },
        ),
        body: InvoicePreviewInput,
      },
    )

const unknown = { 404: 'There is no such invoice' }

export const invoiceAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get('/api/admin/invoices', ({ query }) => answerList(query, 'invoices', listInvoices(deps, query)), {
      ...adminEndpoint({ summary: 'List invoices and credit notes, newest first', answer: pageOf(Invoice) }),
      query: InvoiceQuery,
    })
    .get('/api/admin/invoices/:id', ({ params }) => readInvoice(deps, params.id), {
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
      ({ params, body, caller }) => voidInvoice(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          summary: 'Take an invoice out of force; its number stays, and its job may get another',
          answer: Invoice,
          refusals: { ...unknown, 409: 'It is being sent, or was paid meanwhile' },
          bodyExample: { reason: 'Wrong address' },
        }),
        params: IdParam,
        body: InvoiceVoidInput,
      },
    )
