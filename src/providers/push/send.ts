import { second } from '../../lib/clock'
import { blocks, postPublic, RequestRefused } from '../public-request'
import { encryptPush, type PushKeys } from './encrypt'
import { vapidHeader, type Vapid } from './vapid'

export interface PushTarget extends PushKeys {
  endpoint: string
}

export interface PushMessage {
  text: string
  /** A later message with the same topic replaces one that the phone hasn't got yet. */
  topic: string
  /** How long the push service keeps it for a phone that is off. */
  ttlSeconds: number
}

/**
 * `gone`: the browser unsubscribed, or it subscribed with another key than ours, and only the browser can change
 * that. `later`: worth another try. `refused`: no try will help.
 */
export type PushResult = { result: 'sent' | 'gone' | 'refused' } | { result: 'later'; afterMs: number | null }

export interface PushSender {
  vapid: Vapid
  /** Where push services can reach us, as a `mailto:` or `https:` address. */
  contact: string
  now: number
  signal: AbortSignal
  /** Private networks that may be called. */
  privateNetworks: readonly string[]
  timeoutMs?: number
}

const usualTimeoutMs = 10 * second

/** Hands one message to a browser's push service: RFC 8030. The address came from a browser, so only public ones are called. */
export async function sendPush(
  sender: PushSender,
  target: PushTarget,
  { text, topic, ttlSeconds }: PushMessage,
): Promise<PushResult> {
  const { vapid, contact, now, signal, privateNetworks, timeoutMs = usualTimeoutMs } = sender
  try {
    const { status, retryAfter } = await postPublic({
      url: target.endpoint,
      headers: {
        authorization: vapidHeader(vapid, target.endpoint, contact, now),
        'content-type': 'application/octet-stream',
        'content-encoding': 'aes128gcm',
        ttl: String(ttlSeconds),
        urgency: 'high',
        topic,
      },
      body: encryptPush(text, target),
      timeoutMs,
      signal,
      allowed: blocks(...privateNetworks),
    })
    return resultOf(status, retryAfter)
  } catch (error) {
    return error instanceof RequestRefused ? { result: 'refused' } : { result: 'later', afterMs: null }
  }
}

/** Push services answer 404 or 410 for a browser that unsubscribed, and 400, 401 or 403 for another key. */
const goneStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 410])

function resultOf(status: number, retryAfter: string | null): PushResult {
  if (status >= 200 && status < 300) return { result: 'sent' }
  if (goneStatuses.has(status)) return { result: 'gone' }
  if (status !== 429 && status < 500) return { result: 'refused' }
  const seconds = retryAfter !== null && /^\d{1,5}$/.test(retryAfter.trim()) ? Number(retryAfter) : null
  return { result: 'later', afterMs: seconds === null ? null : seconds * second }
}
