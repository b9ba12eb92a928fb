import { z } from 'zod'
import { textOf, metadata, idOf, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'
export { type TodoKind } from '../../../db/schema/office'

export const ActivityInput = z.object({
  type: textOf(500),
  actor: textOf(500),
  summary: textOf(500),
  metadata: metadata.optional(),
})
export type ActivityInput = z.infer<typeof ActivityInput>

export const ActivityStored = z.object({ ok: z.literal(true), stored: z.literal(true) })

export const ActivityEvent = z.object({
  id: z.int(),
  type: z.string(),
  actor: z.string(),
  summary: z.string(),
  metadata: z.record(z.string(), z.unknown()).nullable(),
  at: z.iso.datetime(),
})
export type ActivityEvent = z.infer<typeof ActivityEvent>

export const ActivityList = z.object({ events: z.array(ActivityEvent), stored: z.boolean() })

export const TodoInput = z.object({
  title: textOf(300),
  detail: textOf(2000).nullable().default(null),
  franchiseId: requiredId(100).nullable().default(null),
})
export type TodoInput = z.infer<typeof TodoInput>

export const TodoQuery = z.object({
  ...pageQuery,
  state: z.enum(['open', 'done']).default('open'),
  kind: z.string().max(100).optional(),
  franchiseId: idOf(100).optional(),
})
export type TodoQuery = z.infer<typeof TodoQuery>

export const Todo = z.object({
  id: z.string(),
  kind: z.string(),
  subject: z.string().describe('The id of what it is about, for example a job'),
  title: z.string(),
  detail: z.string().nullable(),
  franchiseId: z.string().nullable(),
  state: z.enum(['open', 'done']),
  createdAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
  doneBy: z.string().nullable(),
  jobId: z.string().nullable().describe('The job it concerns, when the subject is something else'),
  contact: z.string().nullable().describe('The phone number the message came from'),
})
export type Todo = z.infer<typeof Todo>
