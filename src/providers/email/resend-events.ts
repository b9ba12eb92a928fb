import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { minute, second } from '../../lib/clock'
import { invalid, unauthorised } from '../../lib/errors'
import { parseJson } from '../../lib/text'
import { messageTag } from './resend'

/** The largest accepted difference between Resend's clock and ours. */
const tolerance = 5 * minute

const line = z.string().max(2_000)

/** An event as Resend sends it. Fields that we don't use are ignored. */
export const ResendEvent = z.object({
  type: z.string().min(1).max(100),
  data: z
    .object({
      to: z.array(line).max(100).optional(),
      tags: z.record(z.string(), line).optional(),
      bounce: z.object({ type: line, message: line }).partial().optional(),
      suppressed: z.object({ message: line }).partial().optional(),
      failed: z.object({ reason: line }).partial().optional(),
    })
    .describe('Depends on the type'),
})
type ResendEvent = z.infer<typeof ResendEvent>

/** The fate of an email after Resend took it. */
export interface EmailEvent {
  kind: 'bounced' | 'failed' | 'complained' | 'delayed' | 'delivered' | 'other'
  /** The address will never work. */
  permanent: boolean
  /** Our own id of the message, or null if it isn't one of ours. */
  messageId: string | null
  recipients: string[]
  reason: string
}

interface Signed {
  body: Uint8Array
  headers: Headers
  /** Any of these secrets is accepted, so a secret can be rotated. */
  secrets: readonly string[]
  now: number
}

/** Reads a signed event. The signature is checked over the raw bytes before anything else. */
export function readResendEvent(signed: Signed): EmailEvent {
  verify(signed)
  const parsed = ResendEvent.safeParse(jsonOrNothing(new TextDecoder().decode(signed.body)))
  if (!parsed.success) throw invalid("The body isn't an event")
  return eventOf(parsed.data)
}

function eventOf({ type, data }: ResendEvent): EmailEvent {
  const common = { messageId: data.tags?.[messageTag] ?? null, recipients: data.to ?? [] }
  const other = { ...common, permanent: false, reason: '' }
  switch (type) {
    case 'email.bounced': {
      const { type: kind = '', message = '' } = data.bounce ?? {}
      return { ...common, kind: 'bounced', permanent: kind.toLowerCase() === 'permanent', reason: message }
    }
    case 'email.suppressed':
      return { ...common, kind: 'bounced', permanent: true, reason: data.suppressed?.message ?? '' }
    case 'email.failed':
      return { ...other, kind: 'failed', reason: data.failed?.reason ?? '' }
    case 'email.complained':
      return { ...other, kind: 'complained' }
    case 'email.delivery_delayed':
      return { ...other, kind: 'delayed' }
    case 'email.delivered':
      return { ...other, kind: 'delivered' }
    default:
      return { ...other, kind: 'other' }
  }
}

/** The scheme of Svix, which delivers Resend's events: HMAC-SHA256 over id, time and body. */
function verify({ body, headers, secrets, now }: Signed): void {
  const [id, stamp, given] = ['svix-id', 'svix-timestamp', 'svix-signature'].map((name) => headers.get(name))
  if (!id || !given || !/^\d{1,12}$/.test(stamp ?? ''))
    throw unauthorised('The signature is missing or malformed')
  if (Math.abs(now - Number(stamp) * second) > tolerance)
    throw unauthorised('The signature is too old or dated in the future. Check the clock.')
  const signatures = given
    .split(' ')
    .filter((one) => one.startsWith('v1,'))
    .map((one) => Buffer.from(one.slice(3), 'base64'))
  const isGenuine = secrets.some((secret) => {
    const expected = signatureOf(secret, id, String(stamp), body)
    return signatures.some((one) => one.length === expected.length && timingSafeEqual(one, expected))
  })
  if (!isGenuine) throw unauthorised("The signature doesn't match. Check RESEND_WEBHOOK_SECRET.")
}

/** Signs a body the way Svix does. The secret is base64 after its prefix. */
export function signatureOf(secret: string, id: string, stamp: string, body: Uint8Array): Buffer {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  return new Bun.CryptoHasher('sha256', key).update(`${id}.${stamp}.`).update(body).digest()
}

function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}
