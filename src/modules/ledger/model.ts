import { z } from 'zod'
import { ledgerAccounts } from '../../../db/schema/ledger'
import { idOf, localDate } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { accountTypes } from './accounts'

const amount = z.number().describe('Dollars')
const franchiseId = idOf(100).optional()
const days = {
  from: localDate.optional().describe('The first day, by the calendar of the business'),
  to: localDate.optional().describe('The last day, inclusive'),
}

export const TrialBalanceQuery = z.object({
  franchiseId,
  on: localDate
    .optional()
    .describe('The day whose end counts, by the calendar of the business; today if left out'),
})
export type TrialBalanceQuery = z.infer<typeof TrialBalanceQuery>

export const TrialBalance = z.object({
  on: z.iso.date(),
  accounts: z.array(
    z.object({
      account: z.enum(ledgerAccounts),
      name: z.string().describe('Also the name that the QuickBooks file uses'),
      type: z.enum(accountTypes),
      quickbooksType: z.string().describe('The account type to choose in QuickBooks'),
      meaning: z.string(),
      debit: amount,
      credit: amount,
      note: z
        .string()
        .nullable()
        .describe('Explains a balance on the side where the account usually has none'),
    }),
  ),
  debits: amount,
  credits: amount,
  difference: amount.describe('debits − credits'),
  inOrder: z.boolean().describe('Whether debits and credits are equal'),
})
export type TrialBalance = z.infer<typeof TrialBalance>

export const LedgerQuery = z.object({
  ...pageQuery,
  account: z.enum(ledgerAccounts).optional(),
  franchiseId,
  jobId: idOf(200).optional(),
  ...days,
})
export type LedgerQuery = z.infer<typeof LedgerQuery>

export const LedgerItem = z.object({
  id: z.int().describe('The number of the entry'),
  date: z.iso.date(),
  at: z.iso.datetime(),
  kind: z.string(),
  name: z.string().describe('What happened'),
  memo: z.string().nullable(),
  franchiseId: z.string().nullable(),
  jobId: z.string().nullable(),
  reference: z.string().nullable(),
  amount: amount.describe('The sum of the debits'),
  lines: z.array(
    z.object({ account: z.enum(ledgerAccounts), name: z.string(), debit: amount, credit: amount }),
  ),
})
export type LedgerItem = z.infer<typeof LedgerItem>

export const QuickBooksQuery = z
  .object({
    franchiseId,
    ...days,
    per: z
      .enum(['day', 'entry'])
      .default('day')
      .describe('One journal entry per day, or one for every movement of money'),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    message: 'must not be before from',
    path: ['to'],
  })
export type QuickBooksQuery = z.infer<typeof QuickBooksQuery>
