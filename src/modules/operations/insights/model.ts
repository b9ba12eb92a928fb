import { z } from 'zod'

export const Insights = z.object({
  insights: z.array(
    z.object({
      severity: z.enum(['high', 'medium', 'low']),
      category: z.enum(['performance', 'data', 'security', 'config']),
      title: z.string(),
      detail: z.string(),
      action: z.string().describe('What to do about it'),
    }),
  ),
  score: z
    .int()
    .min(0)
    .max(100)
    .describe('100, less 15 for each high, 5 for each medium and 1 for each low insight'),
  analyzedAt: z.iso.datetime(),
})
export type Insights = z.infer<typeof Insights>
