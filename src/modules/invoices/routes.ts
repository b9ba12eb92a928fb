import { Elysia } from 'elysia'
import type { Deps } from '../../deps'
import { actorOf } from '../../http/caller'
import { endpoint } from '../../http/endpoint'
import { ok } from '../../http/envelope'
import { plumbing } from '../../http/plumbing'
import { requestKey } from '../messages/request-key'
import { generateInvoice } from './generate'
import { Generated, GenerateInput, Preview, PreviewInput, SendInput, Sent } from './model'
import { previewInvoice } from './preview'
import { sendInvoice } from './send'

export const invoiceRoutes = (deps: Deps) =>
  new Elysia()
    .use(plumbing(deps))
    .post(
      '/api/invoices/generate',
      async ({ body, caller, once, set }) => {
        const { status, answer } = await generateInvoice(deps, body.jobId, actorOf(caller), once)
        set.status = status
        return ok(answer)
      },
      {
        ...endpoint(
          { as: 'hq', limit: 20 },
          {
            tag: 'Invoices',
            summary: 'Make the invoice of a job, or bring its draft up to date',
            description: '201 for a new invoice, 200 for a draft that was there before.',
            answer: Generated,
            status: 201,
            idempotent: true,
            refusals: {
              404: 'There is no such job',
              409: 'The invoice has been sent, so void it first; or the job was cancelled with nothing paid',
            },
            bodyExample: { jobId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d' },
          },
        ),
        body: GenerateInput,
        idempotent: true,
      },
    )
    .post(
      '/api/invoices/send',
      async ({ body, caller }) => ok(await sendInvoice(deps, body.invoiceId, body.method, actorOf(caller))),
      {
        ...endpoint(
          { as: 'hq', limit: 15 },
          {
            tag: 'Invoices',
            summary: 'Send an invoice by e-mail, with its PDF, or by SMS, as a link to see and pay it',
            answer: Sent,
            idempotent: true,
            refusals: {
              404: 'There is no such invoice',
              409: 'It is void, or the customer cannot be reached this way; the text says which',
              502: 'The provider failed; nothing has changed',
            },
            bodyExample: { invoiceId: '01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d', method: 'email' },
          },
        ),
        body: SendInput,
        idempotent: true,
      },
    )
    .post(
      '/api/dev/invoice',
      async ({ body, request, caller }) =>
        ok(await previewInvoice(deps, body, requestKey(deps, caller, request))),
      {
        ...endpoint(
          { as: 'hq', limit: 15 },
          {
            tag: 'Operations',
            summary: 'Show what the invoice of a job would look like',
            description: 'Nothing is stored. With `sendEmail` it goes to the `customerEmail` of the job.',
            answer: Preview,
            idempotent: true,
            bodyExample: {
              job: { id: 'J-1', customerName: 'Jordan Rivera', type: 'Gutter cleaning', price: 189.5 },
            },
          },
        ),
        body: PreviewInput,
        idempotent: true,
      },
    )
