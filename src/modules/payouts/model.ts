import { z } from 'zod'
import { transferStates } from '../../../db/schema/payouts'
import { idOf, localDate, queryFlag, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export const TransferQuery = z.object({
  ...pageQuery,
  franchiseId: idOf(100).optional(),
  state: z.enum(transferStates).optional(),
  unsent: queryFlag.optional().describe('Only those that wait, are being sent or failed'),
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

/** Why a transfer hasn't been sent. */
export const transferHolds = [
  'no-account',
  'not-approved',
  'disputed',
  'refunding',
  'sending',
  'failed',
] as const
export type TransferHold = (typeof transferHolds)[number]

/** A transfer as a list shows it, with the job behind it. */
export const TransferItem = TransferRecord.extend({
  reference: z.string().nullable(),
  customerName: z.string().nullable(),
  service: z.string().nullable(),
  left: z
    .number()
    .describe('What it sends: a waiting transfer becomes smaller when part of its payment is refunded'),
  hold: z
    .enum(transferHolds)
    .nullable()
    .describe(
      'Why it is not sent: the franchise has no payout account, the account is not approved, the payment is disputed or being refunded, it is on its way, or the processor refused it',
    ),
})
export type TransferItem = z.infer<typeof TransferItem>

const period = {
  from: localDate
    .optional()
    .describe('The first day, by the calendar of the business; this month if left out'),
  to: localDate.optional().describe('The last day, inclusive; today if left out'),
}
interface Days {
  from?: string | undefined
  to?: string | undefined
}
const inOrder = [
  ({ from, to }: Days) => from === undefined || to === undefined || from <= to,
  { message: 'must not be before from', path: ['to'] },
] as [(days: Days) => boolean, { message: string; path: string[] }]

export const PayoutQuery = z
  .object({ ...pageQuery, franchiseId: idOf(100).optional(), ...period })
  .refine(...inOrder)
export type PayoutQuery = z.infer<typeof PayoutQuery>
export const StatementQuery = z.object(period).refine(...inOrder)
export type StatementQuery = z.infer<typeof StatementQuery>
export const StatementLineQuery = z.object({ ...pageQuery, ...period }).refine(...inOrder)
export type StatementLineQuery = z.infer<typeof StatementLineQuery>

const amount = z.number().describe('Dollars')
export const FranchisePayouts = z.object({
  franchiseId: z.string(),
  franchise: z.string(),
  hasAccount: z.boolean(),
  payoutsEnabled: z.boolean(),
  paidOut: amount.describe('Transfers sent in the period'),
  takenBack: amount.describe('Taken back in the period, after refunds'),
  net: amount.describe('paidOut − takenBack'),
  waiting: amount.describe('Transfers that have not been sent, less their part of refunds, today'),
  failed: amount.describe('Transfers the processor refused, today'),
  balance: amount.describe('What we owe the franchise minus what it owes us, today'),
})
export type FranchisePayouts = z.infer<typeof FranchisePayouts>

export const StatementLine = z.object({
  date: z.iso.date(),
  kind: z.enum(['transfer', 'reversal']),
  reference: z.string().nullable(),
  customerName: z.string().nullable(),
  service: z.string().nullable(),
  amount: amount.describe('Negative if it was taken back after a refund'),
  jobId: z.string().nullable(),
  at: z.iso.datetime(),
  entry: z.int().describe('The number of the entry in the ledger'),
})
export type StatementLine = z.infer<typeof StatementLine>

export const PayoutStatement = z.object({
  franchiseId: z.string(),
  franchise: z.string(),
  from: z.iso.date(),
  to: z.iso.date(),
  lines: z.int().describe('Transfers and reversals in the period'),
  openingBalance: amount.describe('What we owed the franchise when the period began'),
  earned: amount.describe("The franchise's share of payments"),
  refunds: amount.describe("The franchise's share of refunds"),
  collected: amount.describe('Payments the franchise collected from customers itself'),
  paidOut: amount,
  takenBack: amount,
  closingBalance: amount.describe(
    'openingBalance + earned − refunds − collected − paidOut + takenBack; negative if the franchise owes us',
  ),
})
export type PayoutStatement = z.infer<typeof PayoutStatement>

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
