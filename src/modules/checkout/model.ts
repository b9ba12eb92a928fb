import { z } from 'zod'
import { boundedText, emailOf } from '../../http/fields'
import { ownAddress, type Site } from './return-url'
import { leastPayable, mostPayable } from '../../lib/payable'

export const CheckoutInput = (site: Site) =>
  z.object({
    amount: z.int().min(leastPayable).max(mostPayable).describe("In cents; must equal the job's total"),
    jobId: z.uuid().toLowerCase(),
    customerName: z.string().max(200).optional(),
    customerEmail: emailOf(254).optional(),
    jobDescription: z.string().max(500).optional(),
    returnUrl: boundedText(2_000)
      .refine(
        (text) => ownAddress(text, site) !== null,
        `must be an address at ${site.origins[0]}, or a path`,
      )
      .optional(),
  })
export type CheckoutInput = z.infer<ReturnType<typeof CheckoutInput>>

export const CheckoutAnswer = z.object({ url: z.url(), sessionId: z.string() })
export type CheckoutAnswer = z.infer<typeof CheckoutAnswer>
