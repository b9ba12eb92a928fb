import { z } from 'zod'

const Amount = z.object({ amount: z.number(), currency: z.string() })

export const PaymentsSummary = z.object({
  balance: z.object({ available: z.array(Amount), pending: z.array(Amount) }).describe('At the processor'),
  revenue: z
    .object({ today: z.number(), week: z.number(), allTime: z.number() })
    .describe('Payments less refunds, without tax; days are those of the business'),
  recentEvents: z.array(z.object({ id: z.string(), type: z.string(), at: z.iso.datetime() })),
  chargeCount: z.int(),
})
export type PaymentsSummary = z.infer<typeof PaymentsSummary>
