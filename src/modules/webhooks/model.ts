import { z } from 'zod'
import { deliveryStates } from '../../../db/schema/webhooks'
import { boundedText, emailOf, moment, textOf } from '../../http/fields'
import { pageQuery } from '../../http/listing'
import { eventTypes } from './catalog'

const time = z.iso.datetime()
const typeNames = eventTypes.map(({ type }) => type)

const fields = {
  url: textOf(2_000).describe('Where we post events; a public https address'),
  description: textOf(200).nullable(),
  types: z
    .array(z.enum(typeNames))
    .max(typeNames.length)
    .describe('The events it wants; an empty list means all of them, including new ones'),
  contactEmail: emailOf(254).nullable().describe('Gets an email when we turn it off'),
}

export const SubscriptionInput = z.object({
  url: fields.url,
  description: fields.description.default(null),
  types: fields.types.default([]),
  contactEmail: fields.contactEmail.default(null),
})
export type SubscriptionInput = z.infer<typeof SubscriptionInput>

export const SubscriptionChange = z
  .object({ ...fields, enabled: z.boolean().describe('Turning it on again continues with waiting events') })
  .partial()
export type SubscriptionChange = z.infer<typeof SubscriptionChange>

export const Subscription = z.object({
  id: z.string(),
  url: z.string(),
  description: z.string().nullable(),
  types: z.array(z.string()),
  enabled: z.boolean(),
  disabledBecause: z
    .enum(['failing', 'gone'])
    .nullable()
    .describe('Why we turned it off: it failed for days, or it answered 410 Gone'),
  contactEmail: z.string().nullable(),
  previousSecretUntil: time
    .nullable()
    .describe('Until then, messages are also signed with the secret before the last rotation'),
  failingSince: time.nullable().describe('When the failures began that no success has ended yet'),
  createdAt: time,
  updatedAt: time,
})
export type Subscription = z.infer<typeof Subscription>

export const SubscriptionSecret = z.object({
  secret: z.string().describe('Starts with whsec_; verify messages with any Standard Webhooks library'),
})

export const SubscriptionQuery = z.object(pageQuery)

export const DeliveryQuery = z.object({
  ...pageQuery,
  state: z.enum(deliveryStates).optional(),
  type: boundedText(100).optional(),
})
export type DeliveryQuery = z.infer<typeof DeliveryQuery>

export const Delivery = z.object({
  id: z.string(),
  eventId: z.string().describe('The webhook-id of every attempt'),
  subscriptionId: z.string(),
  type: z.string(),
  state: z.enum(deliveryStates),
  attempts: z.int(),
  lastStatus: z.int().nullable().describe('The status of the latest answer'),
  lastError: z.string().nullable(),
  dueAt: time.nullable().describe('When the next attempt is due'),
  createdAt: time,
  endedAt: time.nullable(),
})
export type Delivery = z.infer<typeof Delivery>

export const DeliveryDetail = z.object({
  delivery: Delivery,
  payload: z
    .string()
    .nullable()
    .describe('The exact text that was sent; null once the customer it was about is erased'),
  log: z.array(
    z.object({
      at: time,
      durationMs: z.int(),
      status: z.int().nullable(),
      error: z.string().nullable(),
      response: z.string().nullable().describe('The beginning of the answer'),
    }),
  ),
})
export type DeliveryDetail = z.infer<typeof DeliveryDetail>

export const ReplayInput = z.object({ since: moment.describe('Replays the failed events from this time on') })
export const Replayed = z.object({ replayed: z.int() })

export const EventTypeList = z.object({
  types: z.array(z.object({ type: z.string(), summary: z.string() })),
})
