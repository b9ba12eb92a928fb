import { z } from 'zod'
import { textOf } from '../../http/fields'
import { Transfer } from '../transfers/model'

export const OnboardInput = z.object({ franchiseId: textOf(100) })
export const FranchiseQuery = z.object({ franchiseId: textOf(100) })
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
  transfers: z.array(Transfer).describe('The newest hundred; all of them are at /api/admin/transfers'),
  totalPaid: z.number().describe('Sent to the franchise, less what was taken back'),
  totalPending: z.number().describe('Owed to the franchise and not sent yet'),
  balance: z.number().describe('What it is owed less what it owes'),
})
export type PayoutDashboard = z.infer<typeof PayoutDashboard>
