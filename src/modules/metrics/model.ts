import { z } from 'zod'
import { jobStatuses } from '../../../db/schema/jobs'

const count = z.int().min(0)
const statuses = Object.fromEntries(jobStatuses.map((status) => [status, count])) as Record<
  (typeof jobStatuses)[number],
  typeof count
>

export const Metrics = z.object({
  jobs: z.object({ total: count, ...statuses }),
  workers: z.object({
    total: count.describe('Active ones'),
    available: count.describe('At work by their weekly hours, not away and not on a visit'),
  }),
  revenue: z.object({
    total: z.number().describe('What customers paid less what they got back, without tax'),
    completedJobs: count,
  }),
})
export type Metrics = z.infer<typeof Metrics>
