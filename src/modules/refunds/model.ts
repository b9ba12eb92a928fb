import { z } from 'zod'
import { refundCauses } from '../../../db/schema/refunds'
import { processorStates } from '../../../db/schema/payments'
import { money, textOf } from '../../http/fields'

export const RefundInput = z
  .object({
    amount: money
      .refine((units) => units > 0, 'must be more than nothing')
      .optional()
      .describe('Everything that is left when left out'),
    paymentId: z.string().max(200).optional().describe('Where a job has several; else the one that paid it'),
    reason: textOf(500).optional(),
    tellCustomer: z.boolean().default(true).describe('Whether the customer hears of it'),
  })
  .prefault({})
export type RefundInput = z.infer<typeof RefundInput>

export const Refund = z.object({
  id: z.string(),
  paymentId: z.string(),
  jobId: z.string(),
  amount: z.number(),
  cause: z.enum(refundCauses),
  actor: z.string(),
  reason: z.string().nullable(),
  state: z.enum(['intended', 'done', 'refused']),
  refundId: z.string().nullable().describe("The processor's own id"),
  refusal: z.string().nullable(),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type Refund = z.infer<typeof Refund>

const JobPayment = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'setup']),
  status: z.enum(processorStates),
  pays: z.boolean().describe('Whether it is the one that paid the job'),
  amount: z.number(),
  captured: z.number(),
  refunded: z.number(),
  refundable: z.number(),
  disputed: z.boolean(),
  paidAt: z.iso.datetime().nullable(),
})
export type JobPayment = z.infer<typeof JobPayment>

export const RefundPreview = z.object({
  captured: z.number(),
  refunded: z.number().describe('Paid back, or on its way'),
  refundable: z.number(),
  payments: z.array(JobPayment),
  refunds: z.array(Refund),
})
export type RefundPreview = z.infer<typeof RefundPreview>

export const RefundAnswer = z.object({
  refund: Refund,
  refundable: z.number().describe('What is left of the payment'),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>
