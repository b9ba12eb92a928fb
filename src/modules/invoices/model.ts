import { z } from 'zod'
import { invoiceKinds, invoiceStatuses } from '../../../db/schema/invoices'
import { textOf, idOf, requiredId, queryFlag, localDate, searchText } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { agingBuckets, invoiceStates } from '../../lib/invoice-states'

const cents = z.int()
const date = z.iso.date()
const time = z.iso.datetime()

export const InvoiceLine = z.object({
  kind: z.enum(['service', 'add_on', 'discount', 'credit', 'refund']),
  label: z.string(),
  amountCents: cents
    .nullable()
    .describe('Null if the service includes it; negative for discounts and credits'),
})

/** Everything the document shows. HTML, PDF and email are made from this alone. */
export const InvoiceData = z.object({
  kind: z.enum(invoiceKinds),
  number: z.string().nullable().describe('Null until the invoice is first sent'),
  status: z.enum(invoiceStatuses),
  issuedOn: date.nullable(),
  dueOn: date.nullable(),
  paidOn: date.nullable(),
  currency: z.literal('USD'),
  seller: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string().nullable(),
    color: z.string(),
  }),
  logoUrl: z.url().nullable().describe("The company's logo, unless the franchise has its own"),
  customer: z.object({
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    address: z.string(),
  }),
  jobId: z.string(),
  reference: z.string().nullable().describe('The short reference people use for the job, such as TR-7K2Q9'),
  serviceDate: date.nullable(),
  period: date.nullable().describe('For a recurring schedule: the date it bills'),
  lines: z.array(InvoiceLine),
  subtotalCents: cents.describe('The sum of the lines'),
  taxPercent: z.number(),
  taxCents: cents,
  totalCents: cents.describe('subtotalCents + taxCents'),
  paidCents: cents.describe('Received so far, before refunds'),
  balanceCents: cents.describe('The balance due'),
  refundedCents: cents.describe('The refunded part of the payments'),
  creditsNumber: z.string().nullable().describe('On a credit note: the invoice it credits'),
  payUrl: z.url().nullable().describe('A page where the customer can view and pay it'),
  notice: z
    .string()
    .nullable()
    .describe('How to pay if online payment is off, or a note that payments are simulated'),
})
export type InvoiceData = z.infer<typeof InvoiceData>

/** The stored row: camelCase, money in units, moments as ISO strings. */
export const Invoice = z.object({
  id: z.string(),
  kind: z.enum(invoiceKinds),
  status: z.enum(invoiceStatuses),
  number: z.string().nullable(),
  jobId: z.string(),
  franchiseId: z.string().nullable(),
  scheduleId: z.string().nullable(),
  period: date.nullable(),
  creditsId: z.string().nullable().describe('On a credit note: the invoice it credits'),
  refundId: z.string().nullable(),
  customerName: z.string(),
  customerEmail: z.string().nullable(),
  customerPhone: z.string().nullable(),
  tax: z.number(),
  total: z.number(),
  issuedOn: date.nullable(),
  dueOn: date.nullable(),
  paidAt: time.nullable(),
  sentAt: time.nullable(),
  sentVia: z.enum(['email', 'sms']).nullable(),
  voidedAt: time.nullable(),
  voidedBy: z.string().nullable(),
  voidReason: z.string().nullable(),
  createdAt: time,
  updatedAt: time,
})
export type Invoice = z.infer<typeof Invoice>

/** An invoice as a list shows it. */
export const InvoiceItem = Invoice.extend({
  state: z
    .enum(invoiceStates)
    .describe('The one status people see: `paid` wins over `draft` and `sent`, and `overdue` over `sent`'),
  amount: z.number().describe('The total; negative on a credit note'),
  balance: z.number().describe('The balance due: less than the total once part of it is paid'),
})
export type InvoiceItem = z.infer<typeof InvoiceItem>

export const InvoiceInput = z.object({ jobId: requiredId(200) })
export const InvoiceGenerated = z.object({
  invoice: Invoice,
  invoiceData: InvoiceData,
  html: z.string(),
  message: z.string(),
})
export type InvoiceGenerated = z.infer<typeof InvoiceGenerated>

export const InvoiceSendInput = z.object({
  invoiceId: requiredId(200),
  method: z.enum(['email', 'sms']),
})
/** The id is in the path. */
export const InvoiceSendChoice = InvoiceSendInput.pick({ method: true })
export type SendMethod = z.infer<typeof InvoiceSendInput>['method']
export const InvoiceSent = z.object({ invoice: Invoice, message: z.string() })
export type InvoiceSent = z.infer<typeof InvoiceSent>

export const InvoiceQuery = z.object({
  ...pageQuery,
  q: searchText
    .optional()
    .describe("Part of an invoice number, or the customer's name, email, phone, address or job reference"),
  state: z.enum(invoiceStates).optional(),
  aging: z
    .enum(agingBuckets)
    .optional()
    .describe('Sent invoices with a balance, by how many days ago they were due'),
  from: localDate.optional().describe('Issued on or after this day'),
  to: localDate.optional().describe('Issued on or before this day'),
  sort: z
    .enum(['created', 'number', 'issued', 'due', 'customer', 'franchise', 'status', 'amount', 'balance'])
    .optional(),
  order: z
    .enum(['asc', 'desc'])
    .optional()
    .describe('By default the newest, the longest due, A to Z, drafts or the largest come first'),
  status: z.enum(invoiceStatuses).optional(),
  kind: z.enum(invoiceKinds).optional(),
  paid: queryFlag.optional(),
  overdue: queryFlag
    .optional()
    .describe(
      'Sent, not paid, and past its due date by the calendar of the business; `false` for all others',
    ),
  franchiseId: idOf(100).optional(),
  jobId: idOf(200).optional(),
  scheduleId: idOf(200).optional(),
  number: z.string().max(50).optional(),
})
export type InvoiceQuery = z.infer<typeof InvoiceQuery>

export const AgingQuery = z.object({ franchiseId: idOf(100).optional() })
export type AgingQuery = z.infer<typeof AgingQuery>
export const InvoiceAging = z.object({
  asOf: date.describe('Today by the calendar of the business'),
  buckets: z.array(
    z.object({
      bucket: z.enum(agingBuckets).describe('How many days ago they were due; `current` is not due yet'),
      invoices: z.int().min(0),
      balance: z.number().describe('What customers still owe on them'),
    }),
  ),
  balance: z.number().describe('The open balance: the sum of the buckets'),
})
export type InvoiceAging = z.infer<typeof InvoiceAging>

export const InvoiceDetail = z.object({
  invoice: Invoice,
  state: z.enum(invoiceStates).describe('The one status people see'),
  invoiceData: InvoiceData,
  creditNotes: z.array(Invoice),
  documents: z.array(z.object({ sha256: z.string(), bytes: z.int(), createdAt: time })),
})
export type InvoiceDetail = z.infer<typeof InvoiceDetail>

export const InvoiceVoidInput = z
  .object({
    reason: textOf(500).optional(),
    paid: z
      .boolean()
      .optional()
      .describe('The paid status the user saw. If it has changed since, the answer is 409.'),
  })
  .prefault({})
export type InvoiceVoidInput = z.infer<typeof InvoiceVoidInput>

export const InvoicePreviewInput = z.object({
  job: z
    .looseObject({ id: z.union([textOf(200), z.number()]) })
    .describe('A stored job or any part of one; other fields are ignored'),
  franchiseName: textOf(200).optional(),
  sendEmail: z.boolean().default(false),
})
export type InvoicePreviewInput = z.infer<typeof InvoicePreviewInput>
export const InvoicePreview = z.object({ invoice: InvoiceData, html: z.string(), emailed: z.boolean() })
export type InvoicePreview = z.infer<typeof InvoicePreview>
