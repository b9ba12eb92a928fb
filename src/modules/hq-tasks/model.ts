import { z } from 'zod'
import { textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export type { TaskKind } from '../../../db/schema/hq-tasks'

export const TaskInput = z.object({
  title: textOf(300),
  detail: textOf(2000).nullable().default(null),
  franchiseId: z.string().min(1).max(100).nullable().default(null),
})
export type TaskInput = z.infer<typeof TaskInput>

export const TaskQuery = z.object({
  ...pageQuery,
  state: z.enum(['open', 'done']).default('open'),
  kind: z.string().max(100).optional(),
  franchiseId: z.string().max(100).optional(),
})
export type TaskQuery = z.infer<typeof TaskQuery>

export const Task = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string().describe("What it is about, e.g. a job's id"),
  title: z.string(),
  detail: z.string().nullable(),
  franchiseId: z.string().nullable(),
  state: z.enum(['open', 'done']),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
  doneBy: z.string().nullable(),
  jobId: z.string().nullable().describe('The job, where the subject is something else about it'),
  contact: z.string().nullable().describe('The number somebody wrote from'),
})
export type Task = z.infer<typeof Task>
