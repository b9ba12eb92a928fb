import { z } from 'zod'
import { textOf } from '../../http/fields'
import { metadata } from '../../http/metadata'

export const EmailSetup = z.object({
  provider: z.enum(['resend', 'smtp', 'demo']),
  configured: z.boolean().describe('False while e-mails end in the outbox'),
  fromEmail: z.string(),
})
export type EmailSetup = z.infer<typeof EmailSetup>

export const EmailTest = z.object({
  to: z.email().max(254),
  template: z.enum(['booking', 'completion', 'test']).default('test'),
})
export type EmailTest = z.infer<typeof EmailTest>

export const EmailTested = z.object({
  provider: z.string(),
  status: z.enum(['sent', 'failed']),
  messageId: z.string().nullable(),
  to: z.string(),
  template: z.string(),
})
export type EmailTested = z.infer<typeof EmailTested>

export const Notification = z.object({
  type: z.enum(['handoff', 'deploy', 'error', 'revenue']),
  to: textOf(254).describe('An e-mail address, or a phone number for an SMS'),
  data: metadata.default({}).describe('Shown as a table; `title` and `url` are shown as such'),
  channel: z.enum(['email', 'sms']).default('email'),
})
export type Notification = z.infer<typeof Notification>

export const Notified = z.object({
  success: z.boolean(),
  messageId: z.string().optional(),
  channel: z.enum(['email', 'sms']),
  type: Notification.shape.type,
})
export type Notified = z.infer<typeof Notified>
