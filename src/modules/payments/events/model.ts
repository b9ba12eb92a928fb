import { z } from 'zod'
import { webhookStates } from '../../../../db/schema/payments'
import { pageQuery } from '../../../http/listing'

export const Acknowledgement = z.object({ received: z.literal(true), eventId: z.string() })

export const EventRetryReport = z.object({
  success: z.literal(true),
  processed: z.int(),
  succeeded: z.int(),
  failed: z.int(),
  results: z.array(z.object({ id: z.string(), type: z.string(), success: z.boolean() })),
  timestamp: z.iso.datetime(),
})
export type EventRetryReport = z.infer<typeof EventRetryReport>

export const EventQuery = z.object({
  ...pageQuery,
  state: z.enum(webhookStates).optional(),
  type: z.string().max(255).optional(),
})
export type EventQuery = z.infer<typeof EventQuery>

export const EventRecord = z.object({
  id: z.string(),
  type: z.string(),
  state: z.enum(webhookStates),
  source: z
    .enum(['webhook', 'reconciled'])
    .describe("`reconciled`: fetched by us, because the processor couldn't deliver it"),
  attempts: z.int(),
  lastError: z.string().nullable(),
  dueAt: z.iso.datetime().nullable().describe('The next attempt'),
  receivedAt: z.iso.datetime(),
  doneAt: z.iso.datetime().nullable(),
})
export type EventRecord = z.infer<typeof EventRecord>

export const EventDetail = EventRecord.extend({
  payload: z.unknown().describe('The event as the processor sent it'),
})
export type EventDetail = z.infer<typeof EventDetail>
