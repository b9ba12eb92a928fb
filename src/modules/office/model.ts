import { z } from 'zod'
import { subjectKinds } from '../../../db/schema/office'
import { textOf, metadata, moment, idOf, requiredId } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { doors } from '../../lib/actor'
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

export const AuditQuery = z.object({
  ...pageQuery,
  person: z.string().max(300).optional().describe('The personId of an entry'),
  subjectKind: z.enum(subjectKinds).optional(),
  subjectId: idOf(300).optional(),
  franchiseId: idOf(100).optional(),
  type: z.string().max(100).optional().describe('For example `job.refunded`'),
  from: moment.optional().describe('Changes from this time on'),
  to: moment.optional().describe('Changes before this time'),
})
export type AuditQuery = z.infer<typeof AuditQuery>

export const AuditEntry = z.object({
  id: z.int(),
  at: z.iso.datetime(),
  type: z.string(),
  person: z.string().describe('As timelines show it, for example `hq:dana` or `key:Zapier (dana)`'),
  personId: z.string(),
  via: z.enum(doors).describe('Where the change came from'),
  address: z.string().nullable().describe('The network address it came from'),
  summary: z.string().describe("Begins with a verb, so the person's name fits in front"),
  subjectKind: z.enum(subjectKinds).nullable(),
  subjectId: z.string().nullable(),
  subjectName: z.string().nullable().describe('The words in the summary that name the subject'),
  franchiseId: z.string().nullable(),
  changes: z.array(z.object({ field: z.string(), before: z.unknown(), after: z.unknown() })),
})
export type AuditEntry = z.infer<typeof AuditEntry>

export const Auditors = z.object({ people: z.array(z.object({ id: z.string(), name: z.string() })) })
export type Auditors = z.infer<typeof Auditors>

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
