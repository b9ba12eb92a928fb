import { Elysia } from 'elysia'
import { z } from 'zod'
import type { Deps } from '../../deps'
import { endpoint, adminEndpoint } from '../../http/endpoint'
import { nameModels } from '../../http/openapi/names'
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
  InvoiceSendChoice,
  InvoiceSendInput,
  InvoiceSent,
  AgingQuery,
  Invoice,
  InvoiceAging,
  InvoiceDetail,
  InvoiceItem,
  InvoiceQuery,
  InvoiceVoidInput,
} from './model'
import { previewInvoice } from './preview'
import { readAging } from './aging'
import { listInvoices } from './list'
import { readInvoice } from './read'
import { sendInvoice } from './send'
import { voidInvoice } from './void'
import * as models from './model'

nameModels(models)

const unknown = { 404: 'Invoice not found' }

const sending = {
  answer: InvoiceSent,
  idempotent: true,
  refusals: {
    ...unknown,
    409: "The invoice is void, or the customer can't be reached this way; the error says which",
    502: 'The provider failed, and nothing changed',
  },
} as const
const creating = {
  description: '201 for a new invoice, 200 for an updated draft.',
  answer: InvoiceGenerated,
  status: 201,
  updates: true,
  idempotent: true,
  refusals: {
    404: 'Job not found',
    409: 'The invoice was already sent and must be voided first, or the job was canceled before anything was paid',
  },
} as const

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
          { as: 'hq', limit: 20, needs: 'administrator' },
          {
            tag: 'Invoices',
            summary: 'Create the invoice of a job, or update its draft',
            ...creating,
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
          { as: 'hq', limit: 15, needs: 'administrator' },
          {
            tag: 'Invoices',
            summary: 'Send an invoice by email with its PDF, or by text with a link to view and pay it',
            ...sending,
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
          { as: 'hq', limit: 15, needs: 'administrator' },
          {
            tag: 'Operations',
            operationId: 'previewInvoice',
            summary: 'Preview the invoice of a job',
            description:
              'Nothing is stored. With `sendEmail`, the preview goes to the job’s `customerEmail`.',
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

export const invoiceAdminRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .get(
      '/api/admin/invoices',
      async ({ query }) => answerList(query, 'invoices', await listInvoices(deps, query)),
      {
        ...adminEndpoint({
          needs: 'invoices.read',
          scope: { franchiseId: 'query' },
          summary: 'List invoices and credit notes, newest first',
          answer: pageOf(InvoiceItem),
        }),
        query: InvoiceQuery,
      },
    )
    .get('/api/admin/invoices/aging', ({ query }) => readAging(deps, query), {
      ...adminEndpoint({
        needs: 'invoices.read',
        scope: { franchiseId: 'query' },
        operationId: 'getInvoiceAging',
        summary: 'Get what customers owe by how long ago it was due',
        answer: InvoiceAging,
      }),
      query: AgingQuery,
    })
    .get('/api/admin/invoices/:id', ({ params }) => readInvoice(deps, params.id), {
      ...adminEndpoint({
        needs: 'invoices.read',
        scope: { id: 'invoice' },
        summary: 'Get an invoice with its content, credit notes and sent documents',
        answer: InvoiceDetail,
        refusals: unknown,
      }),
      params: IdParam,
    })
    .get('/api/admin/invoices/:id/pdf', ({ params }) => pdfFile(deps, params.id), {
      ...adminEndpoint({
        needs: 'invoices.read',
        scope: { id: 'invoice' },
        summary: 'Get an invoice as PDF, exactly as it was sent or as it would be sent now',
        answer: z.string().meta({ format: 'binary' }),
        bare: true,
        mediaType: 'application/pdf',
        refusals: unknown,
      }),
      params: IdParam,
    })
    .get('/api/admin/invoices/:id/html', ({ params }) => htmlFile(deps, params.id), {
      ...adminEndpoint({
        needs: 'invoices.read',
        scope: { id: 'invoice' },
        summary: 'Get an invoice as a printable page',
        answer: z.string(),
        bare: true,
        mediaType: 'text/html',
        refusals: unknown,
      }),
      params: IdParam,
    })
    .post(
      '/api/admin/jobs/:id/invoice',
      async ({ params, caller, once, set }) => {
        const { isNew, answer } = await generateInvoice(deps, params.id, actorOf(caller), once)
        if (!isNew) set.status = 200
        return answer
      },
      {
        ...adminEndpoint({
          needs: 'invoices.write',
          scope: { id: 'job' },
          operationId: 'invoiceJob',
          summary: 'Create the invoice of a job as a bookkeeper or franchisee, or update its draft',
          ...creating,
        }),
        params: IdParam,
      },
    )
    .post(
      '/api/admin/invoices/:id/send',
      ({ params, body, caller }) => sendInvoice(deps, params.id, body.method, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'invoices.write',
          scope: { id: 'invoice' },
          operationId: 'sendInvoiceById',
          summary: 'Send an invoice as a bookkeeper or franchisee, by email or text',
          ...sending,
          bodyExample: { method: 'email' },
        }),
        params: IdParam,
        body: InvoiceSendChoice,
      },
    )
    .post(
      '/api/admin/invoices/:id/void',
      ({ params, body, caller }) => voidInvoice(deps, params.id, body, actorOf(caller)),
      {
        ...adminEndpoint({
          needs: 'invoices.write',
          scope: { id: 'invoice' },
          summary: 'Void an invoice; it keeps its number, and its job can get a new invoice',
          answer: Invoice,
          refusals: { ...unknown, 409: 'The invoice is being sent, or its paid status has changed' },
          bodyExample: { reason: 'Wrong address' },
        }),
        params: IdParam,
        body: InvoiceVoidInput,
      },
    )
