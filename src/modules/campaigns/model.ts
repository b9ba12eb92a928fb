import { z } from 'zod'
import { textOf } from '../../http/fields'

export const CampaignInput = z.object({
  type: z.enum(['email', 'sms', 'both']),
  targetAudience: z
    .enum(['all', 'new', 'returning'])
    .default('all')
    .describe('`new`: one completed job; `returning`: more than one'),
  messageTemplate: textOf(5_000).describe('Plain text; `{name}` and `{email}` stand for the recipient'),
  subject: z.string().max(200).optional(),
  franchiseId: z.string().max(100).nullish(),
})
export type CampaignInput = z.infer<typeof CampaignInput>

export const CampaignResult = z.object({
  sent: z.number().describe('Messages, texts that wait for the morning included'),
  failed: z.number(),
  total: z.number().describe('What is neither sent nor failed is still on its way'),
  errors: z.array(z.string()).max(20).optional(),
})
export type CampaignResult = z.infer<typeof CampaignResult>

export const CampaignPreview = z.object({
  customers: z.number(),
  emails: z.number(),
  texts: z.number(),
  total: z.number(),
  samples: z
    .array(
      z.object({
        channel: z.enum(['email', 'sms']),
        to: z.string(),
        subject: z.string().nullable(),
        html: z.string().nullable(),
        text: z.string(),
      }),
    )
    .max(5),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>
