import { z } from 'zod'
import { transferStates } from '../../../db/schema/payouts'
import { idOf, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export const TransferQuery = z.object({
  ...pageQuery,
  franchiseId: idOf(100).optional(),
  state: z.enum(transferStates).optional(),
})
export type TransferQuery = z.infer<typeof TransferQuery>

export const TransferRecord = z.object({
  id: z.string(),
  franchiseId: z.string(),
  jobId: z.string(),
  paymentId: z.string(),
  amount: z.number(),
  reversed: z.number().describe('How much of it was taken back'),
  state: z.enum(transferStates),
  accountId: z.string().nullable(),
  transferId: z.string().nullable().describe("The processor's own id"),
  refusal: z.string().nullable(),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type TransferRecord = z.infer<typeof TransferRecord>

export const OnboardInput = z.object({ franchiseId: requiredId(100) })
export const FranchiseQuery = z.object({ franchiseId: requiredId(100) })
export const ReturnQuery = z.object({ account_id: z.string().optional() })

export const OnboardAnswer = z.object({ url: z.url() })

export const AccountStatus = z.object({
  connected: z.boolean(),
  accountId: z.string().nullable(),
  chargesEnabled: z.boolean(),
  payoutsEnabled: z.boolean(),
  detailsSubmitted: z.boolean(),
  onboardingComplete: z.boolean(),
})
export type AccountStatus = z.infer<typeof AccountStatus>

export const PayoutDashboard = z.object({
  transfers: z.array(TransferRecord).describe('The latest 100; for all of them use /api/admin/transfers'),
  totalPaid: z.number().describe('Sent to the franchise, minus reversals'),
  totalPending: z.number().describe('Owed to the franchise, not sent yet'),
  balance: z.number().describe('Owed to the franchise, minus what it owes'),
})
export type PayoutDashboard = z.infer<typeof PayoutDashboard>
