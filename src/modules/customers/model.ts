import { z } from 'zod'
import { textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { Job } from '../jobs/model'
import { Plan } from '../plans/model'

export const VerifyInput = z.object({
  email: z.email().max(254),
  code: z
    .string()
    .regex(/^\d{6}$/, 'must be 6 digits')
    .optional(),
})

export const VerifyAnswer = z.union([
  z.object({ sent: z.literal(true) }),
  z.object({ verified: z.literal(true), proof: z.string() }),
])
export type VerifyAnswer = z.infer<typeof VerifyAnswer>

export const AccountQuery = z.object({
  email: z.email().max(254).optional().describe('Must be the proven address'),
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
})
export type AccountQuery = z.infer<typeof AccountQuery>

/** A job as its customer sees it: nothing of how the business plans. */
export const AccountJob = Job.pick({
  id: true,
  status: true,
  type: true,
  address: true,
  price: true,
  discount: true,
  referralCredit: true,
  tax: true,
  total: true,
  paymentState: true,
  preferredDate: true,
  preferredTime: true,
  addOns: true,
  notes: true,
  scheduledStart: true,
  scheduledEnd: true,
  completedAt: true,
  cancelledAt: true,
  createdAt: true,
})
export type AccountJob = z.infer<typeof AccountJob>

export const Account = z.object({
  email: z.string(),
  name: z.string().nullable(),
  jobs: z.array(AccountJob),
  nextCursor: z.string().nullable(),
  plans: z.array(Plan),
})
export type Account = z.infer<typeof Account>

export const CustomerQuery = z.object({
  ...pageQuery,
  q: z.string().min(1).max(200).optional().describe('The start of a name, e-mail or phone, or a whole id'),
})
export type CustomerQuery = z.infer<typeof CustomerQuery>

export const Customer = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  emailOptOut: z.boolean(),
  smsOptOut: z.boolean(),
  mergedInto: z.string().nullable(),
  erasedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
})
export type Customer = z.infer<typeof Customer>

export const CustomerChange = z
  .object({
    name: textOf(200),
    email: z.email().max(254).nullable(),
    phone: z.string().max(50).nullable(),
    emailOptOut: z.boolean(),
    smsOptOut: z.boolean(),
  })
  .partial()
export type CustomerChange = z.infer<typeof CustomerChange>

export const MergeInput = z.object({ into: z.string().min(1).max(100).describe('The customer that stays') })

export const CustomerExport = z.object({
  customer: Customer,
  jobs: z.array(Job),
  plans: z.array(Plan),
  notes: z.array(z.object({ jobId: z.string(), text: z.string(), createdAt: z.iso.datetime() })),
  messages: z.array(
    z.object({ channel: z.string(), template: z.string(), recipient: z.string(), state: z.string(), createdAt: z.iso.datetime() }),
  ),
})
export type CustomerExport = z.infer<typeof CustomerExport>
