import { z } from 'zod'
import { outboxStates } from '../../../db/schema/outbox'
import { pageQuery } from '../../http/listing'

export const OutboxQuery = z.object({
  ...pageQuery,
  state: z.enum(outboxStates).optional(),
  channel: z.enum(['email', 'sms']).optional(),
  template: z.string().max(100).optional(),
  jobId: z.string().max(200).optional(),
  campaignId: z.string().max(200).optional(),
})
export type OutboxQuery = z.infer<typeof OutboxQuery>

const moment = z.iso.datetime()

export const OutboxItem = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  template: z.string(),
  recipient: z.string(),
  state: z.enum(outboxStates),
  attempts: z.number(),
  provider: z.string().nullable(),
  providerMessageId: z.string().nullable(),
  lastError: z.string().nullable(),
  franchiseId: z.string().nullable(),
  jobId: z.string().nullable(),
  campaignId: z.string().nullable(),
  dueAt: moment,
  createdAt: moment,
  sentAt: moment.nullable(),
})
export type OutboxItem = z.infer<typeof OutboxItem>

export const OutboxView = OutboxItem.extend({
  rendered: z
    .object({ subject: z.string().nullable(), html: z.string().nullable(), text: z.string() })
    .nullable()
    .describe('As the recipient sees it; null where the text is secret or cannot be rendered'),
  files: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type OutboxView = z.infer<typeof OutboxView>
