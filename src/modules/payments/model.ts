import { z } from 'zod'
import { outsideMethods, paymentMethods, refundCauses, processorStates } from '../../../db/schema/payments'
import type { Config } from '../../config'
import { boundedText, emailOf, idOf, localDate, money, textOf, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { balanceDue } from '../../lib/job-states'
import { leastPayable, mostPayable, unitsFromCents } from '../../lib/money'
import { tellCustomer } from '../jobs'

export const CheckoutInput = (site: Site) =>
  z.object({
    amount: z
      .int()
      .min(leastPayable)
      .max(mostPayable)
      .describe('In cents; must equal the balance due of the job'),
    jobId: z.uuid().toLowerCase(),
    customerName: z.string().max(200).optional(),
    customerEmail: emailOf(254).optional(),
    jobDescription: z.string().max(500).optional(),
    returnUrl: boundedText(2_000)
      .refine((text) => ownAddress(text, site) !== null, `must be a URL at ${site.origins[0]}, or a path`)
      .optional(),
  })
export type CheckoutInput = z.infer<ReturnType<typeof CheckoutInput>>

export const CheckoutAnswer = z.object({ url: z.url(), sessionId: z.string() })
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>

export type Site = Pick<Config, 'publicUrl' | 'origins'>

/**
 * A URL the customer may return to: one of ours, in full or as a path. Null for anything else, including
 * look-alikes such as `blob:`, `//name` or user info in front of the host.
 */
export function ownAddress(text: string, site: Site): string | null {
  const isPath = text.startsWith('/') && !text.startsWith('//')
  const url = isPath ? URL.parse(text, site.publicUrl) : URL.parse(text)
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null
  if (url.username !== '' || url.password !== '') return null
  return site.origins.includes(url.origin) ? url.href : null
}

export const CancelInput = z.object({
  jobId: requiredId(200),
  paymentId: z.string().max(200).nullish().describe('A hint, like the next two: the processor decides'),
  paymentStatus: z.enum(['charged', 'card_on_file', 'pending']).nullish(),
  amount: money.nullish(),
  email: emailOf(254).nullish().describe('Where to send the confirmation'),
  phone: z.string().max(50).nullish(),
  type: z.string().max(200).nullish(),
  dateISO: z.string().max(50).nullish(),
})
export type CancelInput = z.infer<typeof CancelInput>

export const HqCancelInput = z
  .object({
    tellCustomer: z.boolean().default(true).describe('Whether to notify the customer'),
    keepFee: z
      .boolean()
      .default(true)
      .describe('Whether to keep the fee of a late cancellation by the policy the customer booked with'),
  })
  .prefault({})

export const CancelPreview = z.object({
  jobId: z.string(),
  captured: z.number(),
  refunded: z.number().describe('Refunded or being refunded already'),
  refundable: z.number().describe('Everything that is left of what was paid'),
  fee: z.number().describe('The fee by the policy, no more than is left'),
  feeDue: z.number().describe('The fee by the policy, whatever was paid'),
  refund: z.number().describe('The refund if the fee is kept'),
  canCancelOnline: z.boolean().describe('Whether the customer can still cancel without calling'),
  freeUntil: z.iso.datetime().nullable().describe('When free cancellation ends; null if it does not'),
  hasDispute: z.boolean().describe('Disputed money can’t be refunded'),
  hasCash: z.boolean().describe('Part of the refund is for you to give back'),
  byHand: z
    .array(z.object({ method: z.enum(outsideMethods), amount: z.number() }))
    .describe('The refundable part that is for you to give back, by how it was paid'),
})
export type CancelPreview = z.infer<typeof CancelPreview>

export const CancelAnswer = z.object({
  refunded: z.boolean(),
  refundId: z.string().optional().describe('Present when refunded'),
  setupIntentCancelled: z.boolean(),
  message: z.string(),
})

const outsideMethod = z.enum(outsideMethods)

export const PaymentInput = z.object({
  amount: money.gt(0, 'must be more than 0').describe('At most the balance due'),
  method: outsideMethod,
  receivedOn: localDate.optional().describe('The day the money came in; today by default'),
  note: textOf(500).optional().describe('Such as the number of a check'),
  receivedBy: z
    .enum(['hq', 'franchise'])
    .default('hq')
    .describe('A franchise that collected the money keeps its share and owes headquarters the rest'),
  sendReceipt: z.boolean().default(false).describe('Whether to send the customer a receipt'),
})
export type PaymentInput = z.infer<typeof PaymentInput>

export const PaymentUndoInput = z.object({ reason: textOf(500) })

export const RefundGivenInput = z
  .object({
    method: outsideMethod.optional().describe('How it was given back; by default the way it was paid'),
    tellCustomer: z.boolean().default(false).describe('Whether to notify the customer'),
  })
  .prefault({})
export type RefundGivenInput = z.infer<typeof RefundGivenInput>

export const RefundInput = z
  .object({
    amount: money.gt(0, 'must be more than 0').optional().describe('Defaults to everything that is left'),
    paymentId: z
      .string()
      .max(200)
      .optional()
      .describe('Defaults to the payment of the job; needed if it has several'),
    method: outsideMethod
      .optional()
      .describe('How you gave back a payment that was not by card; by default the way it was paid'),
    reason: textOf(500).optional(),
    tellCustomer: z.boolean().default(true).describe('Whether to notify the customer'),
  })
  .prefault({})
export type RefundInput = z.infer<typeof RefundInput>

export const Refund = z.object({
  id: z.string(),
  paymentId: z.string(),
  jobId: z.string(),
  amount: z.number(),
  cause: z.enum(refundCauses),
  actor: z.string(),
  reason: z.string().nullable(),
  state: z.enum(['intended', 'done', 'refused']),
  method: z.enum(outsideMethods).nullable().describe('How HQ gave it back; null if the processor did'),
  refundId: z.string().nullable().describe("The processor's own id"),
  refusal: z.string().nullable(),
  pending: z.boolean().describe('The processor accepted it and is still paying it out'),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
  failedAt: z.iso.datetime().nullable().describe('When the bank returned it; its state is then `refused`'),
})
export type Refund = z.infer<typeof Refund>

export const JobPayment = z.object({
  id: z.string(),
  kind: z.enum(['payment', 'setup']),
  status: z.enum(processorStates),
  pays: z.boolean().describe('Whether this payment counts toward the total'),
  method: z.enum(paymentMethods),
  amount: z.number(),
  captured: z.number(),
  refunded: z.number(),
  refundable: z.number(),
  disputed: z.boolean(),
  paidAt: z.iso.datetime().nullable(),
  receivedBy: z.enum(['hq', 'franchise']),
  note: z.string().nullable(),
  recordedBy: z.string().nullable().describe('Who recorded it; null for a card payment'),
  undone: z
    .object({ at: z.iso.datetime(), by: z.string().nullable(), reason: z.string().nullable() })
    .nullable()
    .describe('Set if HQ took it back as recorded by mistake'),
})
export type JobPayment = z.infer<typeof JobPayment>

export const RefundPreview = z.object({
  captured: z.number(),
  refunded: z.number().describe('Refunded or being refunded'),
  refundable: z.number(),
  fee: z.number().describe('Kept as a cancellation fee, as far as it was not given back later'),
  payments: z.array(JobPayment),
  refunds: z.array(Refund),
})
export type RefundPreview = z.infer<typeof RefundPreview>

const priced = z.array(z.object({ label: z.string(), price: z.number() }))

export const ExtrasPrice = z.object({
  extras: priced,
  before: z.number().describe('The total without them'),
  total: z.number().describe('The total with them, discounts and tax included'),
  due: z.number(),
})
export type ExtrasPrice = z.infer<typeof ExtrasPrice>

/** The amount left to pay for a job. */
export const MoneyDue = z.object({
  total: z.number(),
  paid: z.number(),
  due: z.number().describe('Nothing for a job that was canceled or missed'),
})
export type MoneyDue = z.infer<typeof MoneyDue>

/** The outcome of a payment that a technician took. */
export const PaymentTaken = z.object({
  recorded: z.boolean().describe('If not, it is noted for the office, which has a to-do about it'),
  balance: MoneyDue.nullable().describe('After the payment; null if it was only noted'),
})
export type PaymentTaken = z.infer<typeof PaymentTaken>

export const dueOf = (job: Parameters<typeof balanceDue>[0]): MoneyDue => ({
  total: unitsFromCents(job.totalCents),
  paid: unitsFromCents(job.paidCents),
  due: unitsFromCents(balanceDue(job)),
})

export const ExtraApproval = z.object({
  extras: priced,
  before: z.number().describe('The total before'),
  total: z.number().describe('The total that the customer approved'),
  approvedName: z.string().describe('As the customer typed it'),
  recordedBy: z.string().describe('The technician, as timelines show them'),
  approvedAt: z.iso.datetime(),
})
export type ExtraApproval = z.infer<typeof ExtraApproval>

export const MoneyOfJob = z.object({
  jobId: z.string(),
  total: z.number(),
  paid: z.number().describe('Received toward the total, before refunds'),
  paidBefore: z.number().describe("The part of it that was paid before an import, which isn't in the books"),
  balance: z.number().describe('Still due'),
  ...RefundPreview.shape,
  approvals: z
    .array(ExtraApproval)
    .describe('Extras the customer approved during the visit, the latest first'),
})
export type MoneyOfJob = z.infer<typeof MoneyOfJob>

export const PaymentQuery = z.object({
  ...pageQuery,
  method: z.enum(paymentMethods).optional(),
  franchiseId: idOf(100).optional(),
  jobId: idOf(100).optional(),
  from: localDate.optional().describe('The first day, in the time zone of the business'),
  to: localDate.optional().describe('The last day, inclusive'),
})
export type PaymentQuery = z.infer<typeof PaymentQuery>

export const PaymentRecord = JobPayment.pick({
  id: true,
  method: true,
  amount: true,
  refunded: true,
  pays: true,
  paidAt: true,
  receivedBy: true,
  note: true,
  recordedBy: true,
}).extend({
  jobId: z.string(),
  franchiseId: z.string().nullable(),
  tax: z.number(),
  fee: z.number().nullable().describe('Null until the processor reports it'),
  franchiseShare: z.number(),
  undoneAt: z.iso.datetime().nullable(),
  undoneReason: z.string().nullable(),
})
export type PaymentRecord = z.infer<typeof PaymentRecord>

export const RefundAnswer = z.object({
  refund: Refund,
  refundable: z.number().describe('What is left to refund'),
})
export type RefundAnswer = z.infer<typeof RefundAnswer>

const Amount = z.object({ amount: z.number(), currency: z.string() })

export const PaymentsSummary = z.object({
  balance: z.object({ available: z.array(Amount), pending: z.array(Amount) }).describe('At the processor'),
  revenue: z
    .object({ today: z.number(), week: z.number(), allTime: z.number() })
    .describe("Payments minus refunds, without tax, by the business's calendar days"),
  recentEvents: z.array(z.object({ id: z.string(), type: z.string(), at: z.iso.datetime() })),
  chargeCount: z.int(),
})
export type PaymentsSummary = z.infer<typeof PaymentsSummary>

export const RepriceInput = z
  .object({
    price: money,
    discount: money,
    referralCredit: money,
    promoCode: z.string().min(1).max(50).nullable().describe('Sets the discount'),
  })
  .partial()
  .extend({ tellCustomer })
  .refine((input) => input.discount === undefined || !input.promoCode, {
    path: ['discount'],
    message: 'use either a promo code or a discount, not both',
  })
export type RepriceInput = z.infer<typeof RepriceInput>
