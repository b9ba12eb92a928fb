import { z } from 'zod'

export const HostingSummary = z.object({
  deployments: z.array(z.object({ id: z.string(), url: z.string(), state: z.string() })),
  productionUrl: z.string().nullable(),
})
