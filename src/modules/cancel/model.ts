import { z } from 'zod'
import { emailOf, money, textOf } from '../../http/fields'

export const CancelInput = z.object({
  jobId: textOf(200),
  paymentId: z.string().max(200).nullish().describe('A hint, as are the next two: the processor decides'),
  paymentStatus: z.enum(['charged', 'card_on_file', 'pending']).nullish(),
  amount: money.nullish(),
  email: emailOf(254).nullish().describe('Where the note goes'),
  phone: z.string().max(50).nullish(),
  type: z.string().max(200).nullish(),
  dateISO: z.string().max(50).nullish(),
})
export type CancelInput = z.infer<typeof CancelInput>

export const HqCancelInput = z
  .object({ tellCustomer: z.boolean().default(true).describe('Whether the customer hears of it') })
  .prefault({})

export const CancelAnswer = z.object({
  refunded: z.boolean(),
  refundId: z.string().optional().describe('Present when refunded'),
  setupIntentCancelled: z.boolean(),
  message: z.string(),
})
