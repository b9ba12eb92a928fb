import { z } from 'zod'
import { textOf } from '../../http/fields'
import { metadata } from '../../http/metadata'

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
