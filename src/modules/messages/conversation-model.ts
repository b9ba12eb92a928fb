import { z } from 'zod'
import { outboxStates } from '../../../db/schema/messages'
import { boundedText, idOf, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'

export const ConversationQuery = z.object({
  ...pageQuery,
  franchiseId: idOf(100).optional().describe('Only what this franchise sent and received'),
})
export type ConversationQuery = z.infer<typeof ConversationQuery>

export const ConversationItem = z.object({
  id: z.string(),
  direction: z.enum(['in', 'out']),
  channel: z.enum(['email', 'sms']),
  at: z.iso.datetime(),
  address: z.string().describe('The customer’s address or number'),
  template: z.string().nullable().describe('The kind of message; `reply` was written by hand, null came in'),
  state: z.enum(outboxStates).nullable().describe('Null for a message that came in'),
  error: z.string().nullable(),
  author: z.string().nullable().describe('Who wrote a reply, for example `hq:dana`'),
  subject: z.string().nullable(),
  text: z
    .string()
    .nullable()
    .describe('The words of a text or a reply; an automatic email is at /api/admin/outbox/:id'),
  jobId: z.string().nullable(),
  franchiseId: z.string().nullable(),
})
export type ConversationItem = z.infer<typeof ConversationItem>

export const ReplyInput = z.object({
  channel: z.enum(['email', 'sms']),
  subject: boundedText(200).nullish().describe('Of an email'),
  text: textOf(1_600),
  franchiseId: idOf(100).nullish().describe('The franchise that writes; otherwise the one that wrote last'),
})
export type ReplyInput = z.infer<typeof ReplyInput>
