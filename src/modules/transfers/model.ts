import { z } from 'zod'
import { transferStates } from '../../../db/schema/transfers'
import { pageQuery } from '../../http/listing'

export const TransferQuery = z.object({
  ...pageQuery,
  franchiseId: z.string().max(100).optional(),
  state: z.enum(transferStates).optional(),
})
export type TransferQuery = z.infer<typeof TransferQuery>

export const Transfer = z.object({
  id: z.string(),
  franchiseId: z.string(),
  jobId: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  reversed: z.number().describe('What was taken back of it'),
  state: z.enum(transferStates),
  accountId: z.string().nullable(),
  transferId: z.string().nullable().describe("The processor's own id"),
  refusal: z.string().nullable(),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type Transfer = z.infer<typeof Transfer>
