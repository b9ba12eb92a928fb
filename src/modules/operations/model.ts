import { z } from 'zod'
import { jobStatuses } from '../../../db/schema/jobs'
import { textOf, metadata } from '../../http/fields'

export const VitalsStatus = z.object({
  status: z.literal('ok'),
  timestamp: z.iso.datetime(),
  version: z.string(),
})

export const Measurement = z
  .object({
    metric: z.string().max(100).default('unknown'),
    value: z.number().default(0),
    page: z.string().max(500).default('/'),
    id: z.string().max(200).nullable().default(null),
  })
  // All fields are optional, so an empty body is valid too.
  .prefault({})
export type Measurement = z.infer<typeof Measurement>

export const Received = z.object({ received: z.literal(true) })

export const ClientErrorInput = z.object({
  message: textOf(500),
  stack: z.string().max(5000).optional(),
  page: z.string().max(500).optional(),
  userAgent: z.string().max(500).optional(),
  metadata: metadata.optional(),
})
export type ClientErrorInput = z.infer<typeof ClientErrorInput>

export const ClientErrorStored = z.object({ ok: z.literal(true), stored: z.literal(true) })

export const ClientError = z.object({
  id: z.int(),
  message: z.string(),
  stack: z.string().nullable(),
  page: z.string().nullable(),
  userAgent: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
})
export type ClientError = z.infer<typeof ClientError>

export const ClientErrorGroup = z.object({
  message: z.string().describe('The message of the latest occurrence'),
  count: z.int(),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
})

export const ClientErrorList = z.object({
  errors: z.array(ClientError).describe('The latest 100, newest first'),
  grouped: z
    .array(ClientErrorGroup)
    .describe('Similar errors counted together; at most 200 groups, most recent first'),
  total: z.int().describe('All stored errors. We keep up to 50,000 for 30 days.'),
})
export type ClientErrorList = z.infer<typeof ClientErrorList>

const count = z.int().min(0)
const statuses = Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<
  (typeof jobStatuses)[number],
  typeof count
>

export const Metrics = z.object({
  jobs: z.object({ total: count, ...statuses }),
  workers: z.object({
    total: count.describe('Active workers'),
    available: count.describe('Workers on shift who have no time off and no visit right now'),
  }),
  revenue: z.object({
    total: z.number().describe('Payments minus refunds, before tax'),
    completedJobs: count,
  }),
})
export type Metrics = z.infer<typeof Metrics>

export const CodeSummary = z.object({
  commits: z.array(z.object({ sha: z.string(), message: z.string(), author: z.string() })),
  pulls: z.array(z.object({ number: z.int(), title: z.string(), state: z.string() })),
  repo: z.object({ name: z.string(), stars: z.int(), openIssues: z.int() }),
})

export const HostingSummary = z.object({
  deployments: z.array(z.object({ id: z.string(), url: z.string(), state: z.string() })),
  productionUrl: z.string().nullable(),
})

export const BackupList = z.object({
  supported: z.boolean().describe('False for a database server, which has its own backup tools'),
  backups: z
    .array(z.object({ name: z.string(), bytes: z.int(), at: z.iso.datetime() }))
    .describe('Backups with a date in their name, newest first'),
})
export type BackupList = z.infer<typeof BackupList>

export const AlertOverview = z.object({
  to: z.object({
    email: z.string().nullable(),
    phone: z.string().nullable(),
    webhook: z.string().nullable().describe('The host only, because the address can contain a key'),
  }),
  incidents: z
    .array(
      z.object({
        id: z.string(),
        check: z.string(),
        title: z.string(),
        action: z.string().describe('How to fix it'),
        since: z.iso.datetime(),
        alertedAt: z.iso
          .datetime()
          .nullable()
          .describe('Null if nobody was told: it is new, or it comes and goes'),
        endedAt: z.iso.datetime().nullable().describe('Null while it is open'),
      }),
    )
    .describe('Open incidents, then up to 20 recent ones, newest first'),
})
export type AlertOverview = z.infer<typeof AlertOverview>

const checked = {
  status: z
    .enum(['up', 'configured', 'demo', 'off', 'degraded', 'down'])
    .describe('`demo` means a built-in stand-in, `off` means switched off. Both are fine.'),
  latencyMs: z.number().nullable().describe('Null if there was nothing to measure'),
}
const provider = z.object({
  ...checked,
  detail: z.string().optional().describe('Says if something is missing or simulated in production'),
})
// Absent when the check itself failed.
const figure = z.number().optional()

export const Health = z.object({
  status: z.enum(['healthy', 'degraded', 'unhealthy']),
  timestamp: z.iso.datetime(),
  version: z.string(),
  checks: z.object({
    database: z.object(checked),
    payments: provider,
    email: provider,
    sms: provider,
    webhookQueue: z.object({ ...checked, depth: figure, dead: figure }),
    memory: z.object({ ...checked, heapUsedMB: figure, rssMB: figure }),
    errorTracking: z.object({ ...checked, reportedLastHour: figure, failedLastHour: figure }),
    codehost: provider,
    hosting: provider,
    scheduler: z.object({ ...checked, late: figure, failing: figure }),
    disk: z.object({ ...checked, freeMB: figure, freePercent: figure }),
  }),
})
export type Health = z.infer<typeof Health>

export const Insights = z.object({
  insights: z.array(
    z.object({
      severity: z.enum(['high', 'medium', 'low']),
      category: z.enum(['performance', 'data', 'security', 'config']),
      title: z.string(),
      detail: z.string(),
      action: z.string().describe('How to fix it'),
      page: z
        .string()
        .optional()
        .describe('The console page where you fix it, such as `/admin?tab=webhooks&state=dead`'),
    }),
  ),
  score: z
    .int()
    .min(0)
    .max(100)
    .describe('Starts at 100 and loses 15 points per high, 5 per medium and 1 per low insight'),
  analyzedAt: z.iso.datetime(),
})
export type Insights = z.infer<typeof Insights>
