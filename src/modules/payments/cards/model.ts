import { z } from 'zod'

export const SavedCard = z.object({
  brand: z.string().describe('As the processor names it, such as `visa`'),
  last4: z.string(),
  expMonth: z.int(),
  expYear: z.int(),
  savedAt: z.iso.datetime(),
})
export type SavedCard = z.infer<typeof SavedCard>

export const CardAnswer = z.object({ card: SavedCard.nullable() })
export const CardPage = z.object({
  url: z.url().describe('The page to agree on and continue to the processor'),
})
export const CardRequested = z.object({ sentBy: z.enum(['email', 'sms']) })
