import { z } from 'zod'

const found = {
  status: z
    .enum(['up', 'configured', 'demo', 'off', 'degraded', 'down'])
    .describe('`demo` is played by the service itself, `off` was switched off: both are fine'),
  latencyMs: z.number().nullable().describe('Null where nothing was asked'),
}
const provider = z.object(found)
// Absent when the look itself failed.
const figure = z.number().optional()

export const Health = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  timestamp: z.iso.datetime(),
  version: z.string(),
  checks: z.object({
    database: z.object(found),
    payments: provider,
    email: provider,
    sms: provider,
    webhookQueue: z.object({ ...found, depth: figure, dead: figure }),
    memory: z.object({ ...found, heapUsedMB: figure, rssMB: figure }),
    errorTracking: z.object({ ...found, reportedLastHour: figure, failedLastHour: figure }),
    codehost: provider,
    hosting: provider,
    scheduler: z.object({ ...found, late: figure, failing: figure }),
    disk: z.object({ ...found, freeMB: figure, freePercent: figure }),
  }),
})
export type Health = z.infer<typeof Health>
