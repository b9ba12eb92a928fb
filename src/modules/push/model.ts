import { z } from 'zod'
import { boundedText } from '../../http/fields'
import { notifyWays } from '../../../db/schema/workforce'

const base64url = (longest: number) => boundedText(longest).regex(/^[\w-]+={0,2}$/, 'must be base64url')

const endpoint = boundedText(1_000).regex(/^https?:\/\//, 'must be a URL')

/** As a browser describes its subscription. */
export const PushSubscriptionInput = z.object({
  endpoint,
  keys: z.object({ p256dh: base64url(200), auth: base64url(100) }),
})
export type PushSubscriptionInput = z.infer<typeof PushSubscriptionInput>

export const PushRemoval = z.object({ endpoint })

export const NotifyChoice = z.object({ by: z.enum(notifyWays) })

export const OwnNotifications = z.object({
  by: z.enum(notifyWays).describe('How the technician hears about new, moved and canceled visits'),
  ways: z.array(z.enum(notifyWays)).describe('The ways we have an address for; push always counts'),
  publicKey: z.string().describe('A browser subscribes with this key'),
  devices: z.int().describe('How many of their phones take push messages'),
})
export type OwnNotifications = z.infer<typeof OwnNotifications>
