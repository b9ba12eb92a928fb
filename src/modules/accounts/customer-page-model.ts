import { z } from 'zod'
import { invoiceKinds, invoiceStatuses } from '../../../db/schema/invoices'
import { paymentMethods } from '../../../db/schema/payments'
import { idOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { CustomerDetail, SavedAddress } from '../customers'
import { CustomerRating } from '../jobs'

const franchiseId = idOf(100).optional().describe('Only what belongs to this franchise')

export const SummaryQuery = z.object({ franchiseId })

const Visit = z.object({
  jobId: z.string(),
  type: z.string(),
  at: z.iso.datetime(),
  franchiseId: z.string().nullable(),
})

export const CustomerSummary = z.object({
  customer: CustomerDetail,
  tags: z.array(z.string()),
  addresses: z.array(SavedAddress),
  balanceDue: z.number().describe('Unpaid for work that is done or invoiced'),
  lifetimeValue: z
    .number()
    .nullable()
    .describe('Paid and not refunded; null for callers who may not see payments'),
  jobs: z.int(),
  firstVisit: Visit.nullable().describe('The first completed visit'),
  nextVisit: Visit.nullable(),
  rating: CustomerRating.nullable().describe('How they rated their visits'),
  replyTodoId: z.string().nullable().describe('The open to-do to answer a text of theirs'),
})
export type CustomerSummary = z.infer<typeof CustomerSummary>

export const VisitQuery = z.object({
  ...pageQuery,
  when: z
    .enum(['upcoming', 'past'])
    .default('upcoming')
    .describe('`upcoming`: open jobs, the next visit first; `past`: ended jobs, the latest first'),
  franchiseId,
})
export type VisitQuery = z.infer<typeof VisitQuery>

export const MoneyQuery = z.object({ ...pageQuery, franchiseId })
export type MoneyQuery = z.infer<typeof MoneyQuery>

export const MoneyItem = z.object({
  id: z.string(),
  kind: z.enum([...invoiceKinds, 'payment', 'refund']),
  at: z.iso.datetime(),
  amount: z.number().describe('Negative for money that goes back: refunds and credit notes'),
  jobId: z.string(),
  reference: z.string().describe("The job's reference"),
  number: z.string().nullable().describe('Of an invoice or a credit note'),
  status: z.enum(invoiceStatuses).nullable().describe('Of an invoice or a credit note'),
  dueOn: z.iso.date().nullable(),
  paidAt: z.iso.datetime().nullable().describe('When an invoice was paid'),
  method: z.enum(paymentMethods).nullable().describe('Of a payment or a refund'),
  card: z.string().nullable().describe('The last four digits'),
})
export type MoneyItem = z.infer<typeof MoneyItem>
