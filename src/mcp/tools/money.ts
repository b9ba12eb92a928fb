import { z } from 'zod'
import { unkeyed } from '../../http/idempotency'
import { formatUsd } from '../../lib/money'
import { generateInvoice, Invoice, type InvoiceGenerated } from '../../modules/invoices'
import { cancelJob, CancelAnswer, previewCancel } from '../../modules/payments'
import { rehearse } from '../rehearse'
import { changing } from '../tool'
import { briefJob, jobField, jobNamed, jobWords, tellCustomerField, visitWords } from './shared'

const dollars = (amount: number): string => formatUsd(Math.round(amount * 100))

export const moneyTools = [
  changing({
    name: 'cancel_job',
    title: 'Cancel a job',
    description:
      'Cancels a job. If the customer has paid, the payment is refunded, except for the fee of a late cancellation by the policy they booked with: the preview says how much. This cannot be undone.',
    needs: 'jobs.write',
    scope: {},
    isDestructive: true,
    input: z.object({
      job: jobField,
      tellCustomer: tellCustomerField,
      keepFee: z
        .boolean()
        .default(true)
        .describe('False refunds everything, also where the policy has a fee for canceling this late'),
    }),
    result: CancelAnswer,
    preview: async (asking, { job, tellCustomer, keepFee }) => {
      const { deps, actor } = asking
      const row = await jobNamed(asking, job)
      const brief = await briefJob(deps, row)
      if (row.status === 'cancelled')
        return `${jobWords(brief)} is already canceled. If its refund isn’t finished, this finishes it.`
      const { refundable, refund: rest, fee } = await previewCancel(deps, row.id)
      await rehearse(deps, (trial) => cancelJob(trial, row.id, { actor, tellCustomer, keepFee }))
      const isKept = keepFee && fee > 0
      const refund =
        refundable > 0
          ? `This refunds ${dollars(isKept ? rest : refundable)} to the customer${isKept ? ` and keeps a cancellation fee of ${dollars(fee)}` : ''}.`
          : row.paymentId === null
            ? 'Nothing was paid, so no money moves.'
            : `The booking named a payment: if it belongs to this job, we refund it, up to ${dollars(brief.total)}.`
      const told = tellCustomer ? 'We tell the customer.' : 'We don’t tell the customer.'
      return `Cancel ${jobWords(brief)}, ${visitWords(brief)}. ${refund} ${told} This can’t be undone.`
    },
    apply: async (asking, { job, tellCustomer, keepFee }) => {
      const { id } = await jobNamed(asking, job)
      return cancelJob(asking.deps, id, { actor: asking.actor, tellCustomer, keepFee })
    },
    present: async (_, answer) => ({ summary: answer.message, result: answer }),
  }),
  changing({
    name: 'draft_invoice',
    title: 'Draft an invoice',
    description:
      'Creates the draft invoice of a job, or updates its draft. Nothing is sent or charged; a person sends it from the console.',
    needs: 'invoices.write',
    scope: {},
    input: z.object({ job: jobField }),
    result: z.object({ invoice: Invoice }),
    preview: async (asking, { job }) => {
      const { deps, actor } = asking
      const row = await jobNamed(asking, job)
      const brief = await briefJob(deps, row)
      const made = await rehearse(deps, (trial) => generateInvoice(trial, row.id, actor, unkeyed))
      const { isNew, answer } = made as { isNew: boolean; answer: InvoiceGenerated }
      const { total } = answer.invoice
      return `${isNew ? 'Create' : 'Update'} the draft invoice of ${jobWords(brief)}: ${dollars(total)}. Nothing is sent.`
    },
    apply: async (asking, { job }, once) =>
      (await generateInvoice(asking.deps, (await jobNamed(asking, job)).id, asking.actor, once)).answer,
    present: async (_, { invoice, message }) => ({
      summary: `${message} ${dollars(invoice.total)}.`,
      result: { invoice },
    }),
  }),
]
