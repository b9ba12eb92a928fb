import { z } from 'zod'
import { outboxStates } from '../../../db/schema/messages'
import { emailOf, textOf, metadata, idOf, localDate } from '../../http/fields'
import { campaignPlaceholders, listed } from '../../lib/placeholders'
import { languages } from '../../words/language'
import { pageQuery, sortQuery, sortsNewest } from '../../http/listing'

export const OutboxQuery = z.object({
  ...pageQuery,
  q: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe(
      'Searches the name, email, phone and address of the newest 200 customers that match, the recipient, the job’s reference, the kind of message, and the text of replies and campaigns',
    ),
  state: z.enum(outboxStates).optional(),
  channel: z.enum(['email', 'sms']).optional(),
  template: z.string().max(100).optional(),
  jobId: idOf(200).optional(),
  campaignId: idOf(200).optional(),
  franchiseId: idOf(100).optional(),
  ...sortQuery(['created', 'recipient', 'message', 'status'], sortsNewest),
  from: localDate.optional().describe('Created on this day or later, in the company’s time zone'),
  to: localDate.optional().describe('Created on this day or before'),
})
export type OutboxQuery = z.infer<typeof OutboxQuery>

const moment = z.iso.datetime()

export const OutboxItem = z.object({
  id: z.string(),
  channel: z.enum(['email', 'sms']),
  template: z.string(),
  recipient: z.string(),
  name: z.string().nullable().describe('The recipient’s name, if the message knows it'),
  language: z
    .enum(languages)
    .nullable()
    .describe('The language of the page that caused it; null where the recipient’s own language decides'),
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
    .describe('As the recipient sees it; null if the text is secret or can’t be rendered'),
  files: z.array(z.object({ name: z.string(), type: z.string() })),
})
export type OutboxView = z.infer<typeof OutboxView>

export const ResendInput = z
  .object({
    state: z
      .enum(outboxStates)
      .optional()
      .describe('The state you saw; the answer is 409 if it has changed since'),
  })
  .prefault({})
export type ResendInput = z.infer<typeof ResendInput>

export const EmailSetup = z.object({
  provider: z.enum(['resend', 'smtp', 'demo']),
  configured: z.boolean().describe('False while emails stay in the outbox'),
  fromEmail: z.string(),
})
export type EmailSetup = z.infer<typeof EmailSetup>

export const EmailTest = z.object({
  to: emailOf(254),
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
  to: textOf(254).describe('An email address, or a phone number for a text'),
  data: metadata.describe('Shown as a table; `title` becomes the heading and `url` a button'),
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

export const CampaignInput = z.object({
  type: z.enum(['email', 'sms', 'both']),
  targetAudience: z
    .enum(['all', 'new', 'returning'])
    .default('all')
    .describe('`new`: one completed job; `returning`: more than one'),
  messageTemplate: textOf(5_000).describe(
    `Plain text. ${listed(campaignPlaceholders)} are filled in; anything else in braces is sent as it is`,
  ),
  subject: z.string().max(200).optional(),
  franchiseId: idOf(100).nullish(),
})
export type CampaignInput = z.infer<typeof CampaignInput>

export const CampaignResult = z.object({
  sent: z.number().describe('Messages, including texts that wait for the morning'),
  failed: z.number(),
  total: z.number().describe('Messages that are neither sent nor failed are still being sent'),
  errors: z.array(z.string()).max(20).optional(),
})
export type CampaignResult = z.infer<typeof CampaignResult>

export const CampaignPreview = z.object({
  customers: z.number(),
  emails: z.number(),
  texts: z.number(),
  total: z.number(),
  addressMissing: z
    .boolean()
    .describe('True if sending is refused, because some of the emails would have no mailing address'),
  samples: z
    .array(
      z.object({
        channel: z.enum(['email', 'sms']),
        to: z.string(),
        subject: z.string().nullable(),
        html: z.string().nullable(),
        text: z.string(),
      }),
    )
    .max(5),
})
export type CampaignPreview = z.infer<typeof CampaignPreview>

export const OnboardingRun = z.object({
  success: z.literal(true),
  emailsSent: z.number(),
  emailsFailed: z.number(),
  details: z.array(
    z.object({
      type: z.enum(['franchise-welcome', 'setup-guide', 'first-job-guide', 'customer-follow-up']),
      to: z.string(),
      status: z.enum(['sent', 'failed', 'queued', 'skipped']),
    }),
  ),
  timestamp: z.iso.datetime(),
})
export type OnboardingRun = z.infer<typeof OnboardingRun>
export type OnboardingType = OnboardingRun['details'][number]['type']
