import { z } from 'zod'

export const OnboardingRun = z.object({
  success: z.literal(true),
  emailsSent: z.number(),
  emailsFailed: z.number(),
  details: z.array(
    z.object({
      type: z.enum(['franchise-welcome', 'setup-guide', 'first-job-guide', 'customer-follow-up']),
      to: z.string(),
      status: z.enum(['sent', 'failed', 'queued', 'skipped']),
    }),
  ),
  timestamp: z.iso.datetime(),
})
export type OnboardingRun = z.infer<typeof OnboardingRun>
export type OnboardingType = OnboardingRun['details'][number]['type']
