import { z } from 'zod'
import { boundedText, money, textOf } from '../../../http/fields'
import { MoneyDue } from '../../payments'

const total = money.describe('As the customer saw it, tax included')

/** Enough to take a payment: no address and no card. */
export const OnSiteMoney = z.object({
  ...MoneyDue.shape,
  canPayOnline: z.boolean().describe('Whether a link or QR code leads to a page that takes cards'),
  reach: z.array(z.enum(['sms', 'email'])).describe('How the customer can get a receipt or a link'),
  extras: z
    .array(z.object({ label: z.string(), price: z.number(), minutes: z.int() }))
    .describe('Extras of the service that the job does not have yet, and how much longer each takes'),
})
export type OnSiteMoney = z.infer<typeof OnSiteMoney>

export const PayLink = z.object({ url: z.url().describe('The page where the customer sees and pays it') })

export const SendLink = z.object({ by: z.enum(['sms', 'email']) })

export const LinkSent = z.object({ sent: z.literal(true) })

export const TakenPayment = z.object({
  amount: money.gt(0, 'must be more than 0').describe('More than the balance due is only noted'),
  method: z.enum(['cash', 'check']),
  note: textOf(100).optional().describe('Such as the number of the check'),
  receipt: z.enum(['sms', 'email']).nullable().default(null).describe('How the customer gets a receipt'),
  takenAt: z.iso
    .datetime()
    .optional()
    .describe('When it was taken, if sent later; after a week it is only noted'),
})
export type TakenPayment = z.infer<typeof TakenPayment>

const labels = z.array(boundedText(100)).min(1).max(30)

export const ExtrasChoice = z.object({ labels })

export const ExtrasApproval = z.object({
  labels,
  total,
  approvedName: textOf(100).describe('The name that the customer typed'),
})
export type ExtrasApproval = z.infer<typeof ExtrasApproval>
