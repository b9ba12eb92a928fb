import { z } from 'zod'
import { jobStatuses } from '../../../db/schema/jobs'
import { emailOf, localDate, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { offeredWindows } from '../../lib/arrival-windows'
import { CustomerDetail, namedEmails, SavedAddress } from '../customers'
import { Invoice } from '../invoices'
import { Job } from '../jobs'
import { ExtraApproval, SavedCard } from '../payments'
import { Plan } from '../recurring'
import { languages } from '../../words/language'

export const VerifyInput = z.object({
  email: emailOf(254),
  code: z
    .string()
    .regex(/^\d{6}$/, 'must be 6 digits')
    .optional(),
})

export const CodeSent = z.object({ sent: z.literal(true) })
export const Verified = z.object({ verified: z.literal(true), proof: z.string() })
export const VerifyAnswer = z.union([CodeSent, Verified])

export const AccountQuery = z.object({
  ...namedEmails,
  limit: pageQuery.limit,
  cursor: pageQuery.cursor,
})
export type AccountQuery = z.infer<typeof AccountQuery>

/** A job as its customer sees it, without internal planning. */
export const AccountJob = Job.pick({
  id: true,
  reference: true,
  status: true,
  type: true,
  address: true,
  price: true,
  discount: true,
  referralCredit: true,
  tax: true,
  total: true,
  paid: true,
  balance: true,
  paymentState: true,
  lapsedAt: true,
  preferredDate: true,
  preferredTime: true,
  addOns: true,
  notes: true,
  scheduledStart: true,
  scheduledEnd: true,
  completedAt: true,
  cancelledAt: true,
  createdAt: true,
}).extend({
  arrival: z
    .object({ date: localDate, window: z.string() })
    .nullable()
    .describe(
      'The day and arrival window that the customer was promised, such as 08:00-10:00, while it applies',
    ),
  refundable: z.number().describe('The refund if it is canceled now, after the fee'),
  cancelFee: z.number().describe('The fee kept from what was paid if it is canceled now'),
  policy: z
    .object({
      freeHours: z.number(),
      freeUntil: z.iso.datetime().nullable().describe('Null until the visit has a time'),
      isLate: z.boolean(),
      fee: z
        .object({ amount: z.number(), percent: z.number().nullable() })
        .nullable()
        .describe('Null if late cancellations are by phone only'),
    })
    .nullable()
    .describe('The cancellation policy it was booked with; null if canceling is always free'),
  move: z
    .object({
      until: z.iso.datetime().nullable().describe('The last moment; null while there is no time'),
      left: z.int().describe('How many more times'),
    })
    .nullable()
    .describe('Whether its customer can choose another time online; null if they have to call'),
  deposit: z.number().describe('The deposit to pay; 0 if there is none, or something was paid'),
  isDepositPaid: z.boolean().describe('The deposit was paid, and nothing since'),
  depositPath: z.string().nullable().describe('The page that leads to paying the deposit'),
  hasReport: z.boolean().describe('Whether there is a report of the visit to download'),
  timeZone: z.string().describe('The time zone at the address'),
  howToPay: z.string().nullable().describe('Null when it can be paid online'),
  phone: z.string().nullable().describe('The number to call about it'),
})
export type AccountJob = z.infer<typeof AccountJob>

export const AccountInvoice = Invoice.pick({
  id: true,
  kind: true,
  status: true,
  jobId: true,
  total: true,
  issuedOn: true,
  dueOn: true,
  paidAt: true,
}).extend({
  number: z.string(),
  paidOn: z.iso.date().nullable().describe('The day it was paid, by the calendar of the invoice'),
  url: z.url().describe('The page to view and pay it'),
})
export type AccountInvoice = z.infer<typeof AccountInvoice>

export const Account = z.object({
  email: z.string(),
  name: z.string().nullable(),
  language: z.enum(languages).nullable().describe('Null until the customer has one'),
  jobs: z.array(AccountJob),
  nextCursor: z.string().nullable(),
  invoices: z.array(AccountInvoice),
  plans: z.array(Plan),
  card: SavedCard.nullable().describe('The saved card that is charged automatically'),
})
export type Account = z.infer<typeof Account>

export const MoveTimesQuery = z.object({
  ...namedEmails,
  from: localDate.optional().describe('The first day; tomorrow at the earliest'),
})
export type MoveTimesQuery = z.infer<typeof MoveTimesQuery>

export const MoveToInput = z.object({
  ...namedEmails,
  date: localDate,
  window: z.enum(offeredWindows.map(({ label }) => label)),
})
export type MoveToInput = z.infer<typeof MoveToInput>

export const Moved = z.object({
  date: localDate,
  window: z.string(),
  status: z.enum(jobStatuses),
})
export type Moved = z.infer<typeof Moved>

export const LanguageInput = z.object({
  ...namedEmails,
  language: z.enum(languages),
})
export type LanguageInput = z.infer<typeof LanguageInput>

export const StoredLanguage = z.object({
  language: z.enum(languages).nullable().describe('Null where nobody has booked with this address'),
})
export type StoredLanguage = z.infer<typeof StoredLanguage>

export const CustomerExport = z.object({
  customer: CustomerDetail,
  jobs: z.array(Job),
  plans: z.array(Plan),
  cards: z.array(
    SavedCard.extend({ state: z.enum(['active', 'detaching', 'removed']), consent: z.string().nullable() }),
  ),
  approvals: z
    .array(ExtraApproval.extend({ jobId: z.string() }))
    .describe('Extras they approved during visits'),
  tags: z.array(z.string()),
  addresses: z.array(SavedAddress),
  notes: z.array(
    z.object({
      jobId: z.string().nullable().describe('Null for a note about the customer'),
      text: z.string(),
      createdAt: z.iso.datetime(),
    }),
  ),
  messages: z.array(
    z.object({
      channel: z.string(),
      template: z.string(),
      recipient: z.string(),
      state: z.string(),
      text: z.string().nullable().describe('Of a message written by hand'),
      createdAt: z.iso.datetime(),
    }),
  ),
  files: z
    .array(
      z.object({
        id: z.string(),
        jobId: z.string(),
        kind: z.string(),
        name: z.string(),
        type: z.string(),
        bytes: z.number(),
        createdAt: z.iso.datetime(),
      }),
    )
    .describe('Photos and documents; their bytes come in a ZIP file'),
  answers: z
    .array(
      z.object({
        jobId: z.string(),
        label: z.string(),
        value: z.union([z.boolean(), z.number(), z.string()]).nullable(),
        answeredAt: z.iso.datetime(),
      }),
    )
    .describe('What technicians noted in the checklists of their visits'),
  signatures: z.array(
    z.object({
      jobId: z.string(),
      signer: z.string(),
      way: z.string(),
      strokes: z.array(z.array(z.number())),
      statement: z.string(),
      lines: z.array(z.string()),
      signedHash: z.string(),
      signedAt: z.iso.datetime(),
      takenBy: z.string(),
    }),
  ),
  received: z
    .array(z.object({ sender: z.string(), text: z.string(), receivedAt: z.iso.datetime() }))
    .describe('Texts they sent'),
})
export type CustomerExport = z.infer<typeof CustomerExport>

export const MergeInput = z.object({ into: requiredId(100).describe('The customer to keep') })
