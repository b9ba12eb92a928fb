import { z } from 'zod'
import { boundedText } from '../../../http/fields'
import { channelChoices, notifications } from '../../../settings/notifications'
import { languages } from '../../../words/language'

const channel = z.enum(['email', 'sms'])
const language = z.enum(languages)

export const TextParams = z.object({ key: boundedText(60) })
export const TextPlace = z.object({ key: boundedText(60), language, channel })
export type TextPlace = z.infer<typeof TextPlace>

const item = {
  key: z.string(),
  title: z.string(),
  occasion: z.string().describe('When it is sent'),
  group: z.string(),
}

export const MessageText = z.object({
  ...item,
  texts: z.array(z.object({ channel, language, edited: z.boolean() })),
})
export type MessageText = z.infer<typeof MessageText>

export const MessageTextList = z.object({ items: z.array(MessageText) })

const parts = z.object({
  subject: z.string().nullable().describe('Null in a text message'),
  heading: z.string().nullable().describe('Null in a text message'),
  body: z.string().nullable(),
})

export const MessageTextView = z.object({
  ...item,
  texts: z.array(
    z.object({
      channel,
      language,
      edited: z.boolean(),
      current: parts,
      default: parts,
      placeholders: z.array(
        z.object({
          name: z.string(),
          about: z.string(),
          required: z.boolean().describe('The body has to contain it'),
        }),
      ),
      changedAt: z.iso.datetime().nullable(),
      changedBy: z.string().nullable(),
    }),
  ),
})
export type MessageTextView = z.infer<typeof MessageTextView>

const own = {
  subject: boundedText(200).nullish(),
  heading: boundedText(200).nullish(),
  body: boundedText(5_000)
    .nullish()
    .describe('Plain text with placeholders in braces. An empty line begins a paragraph.'),
}

export const MessageTextInput = z
  .object(own)
  .describe('Parts that are left out, null or the same as the default have the default wording')
export type MessageTextInput = z.infer<typeof MessageTextInput>

export const TextPreviewInput = z.object({ ...own, language, channel })
export type TextPreviewInput = z.infer<typeof TextPreviewInput>

export const TextPreview = z.object({
  subject: z.string().nullable(),
  html: z.string().nullable(),
  text: z.string(),
  length: z
    .object({ encoding: z.enum(['GSM-7', 'UCS-2']), characters: z.number(), segments: z.number() })
    .nullable()
    .describe('Of a text message: carriers bill each segment'),
})
export type TextPreview = z.infer<typeof TextPreview>

const choice = z.enum(channelChoices)

const NotificationItem = z.object({
  name: z.string(),
  title: z.string(),
  group: z.string(),
  choice: choice
    .nullable()
    .describe('`email_first`: a text only without an email address. Null where there is nothing to choose'),
  choices: z.array(choice),
  note: z.string().nullable().describe('Why it can’t be turned off, or why choices are missing'),
  messages: z.array(z.string()).describe('The keys of its message templates'),
})
export type NotificationItem = z.infer<typeof NotificationItem>

export const NotificationView = z.object({
  items: z.array(NotificationItem),
  reminderHours: z.array(z.number()).describe('How many hours before a visit its reminders are sent'),
})
export type NotificationView = z.infer<typeof NotificationView>

export const NotificationChange = z.object(notifications.fields).partial()
export type NotificationChange = z.infer<typeof NotificationChange>
