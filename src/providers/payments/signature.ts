import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { minute, second } from '../../lib/clock'
import { invalid, unauthorised } from '../../lib/errors'
import { parseJson } from '../../lib/text'
import type { ProcessorEvent } from './types'

/** The largest accepted difference between the processor's clock and ours. */
export const signatureTolerance = 5 * minute

export interface SignedBody {
  body: Uint8Array
  /** `t=<seconds>,v1=<hex>[,v1=<hex>…]` */
  header: string | null | undefined
  /** Any of these secrets is accepted, so a secret can be rotated. */
  secrets: readonly string[]
  now: number
}

/** An event as the processor sends it. The fields of its object depend on its type. */
export const EventEnvelope = z.object({
  id: z.string().min(1).max(255),
  type: z.string().min(1).max(255),
  created: z.number().int().nonnegative().optional(),
  account: z.string().max(255).nullish(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
})

/** Reads the event of a signed body. The signature is checked before anything else. */
export function readSignedEvent(signed: SignedBody): ProcessorEvent {
  verifySignature(signed)
  return readEvent(new TextDecoder().decode(signed.body), signed.now)
}

export function verifySignature({ body, header, secrets, now }: SignedBody): void {
  const { timestamp, signatures } = readHeader(header ?? '')
  if (timestamp === null || signatures.length === 0)
    throw unauthorised('The signature is missing or malformed')
  if (Math.abs(now - timestamp * second) > signatureTolerance)
    throw unauthorised('The signature is too old or dated in the future. Check the clock.')
  const genuine = secrets
    .filter((secret) => secret !== '')
    .map((secret) => hmac(secret, timestamp, body))
    .some((expected) => signatures.some((given) => sameBytes(given, expected)))
  if (!genuine) throw unauthorised("The signature doesn't match. Check the webhook secret.")
}

/** Signs a body the way the processor does. */
export function signBody(body: Uint8Array | string, secret: string, now: number): string {
  const timestamp = Math.floor(now / second)
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  return `t=${timestamp},v1=${hmac(secret, timestamp, bytes).toString('hex')}`
}

export function readEvent(text: string, now: number): ProcessorEvent {
  const parsed = EventEnvelope.safeParse(jsonOrNothing(text))
  if (!parsed.success) throw invalid("The body isn't an event", faultsOf(parsed.error))
  const { id, type, created, account, data } = parsed.data
  const at = created === undefined ? now : created * second
  const event = { id, type, at, object: data.object, raw: text }
  return account === null || account === undefined ? event : { ...event, account }
}

function readHeader(header: string): { timestamp: number | null; signatures: Buffer[] } {
  const fields = header.split(',').map((field) => field.trim().split('='))
  const stamps = fields.filter(([name]) => name === 't').map(([, value = '']) => value)
  const signatures = fields.filter(([name]) => name === 'v1').map(([, value = '']) => value)
  const stamp = stamps.length === 1 && /^\d{1,12}$/.test(stamps[0] ?? '') ? Number(stamps[0]) : null
  const wellFormed = signatures.filter((hex) => /^[\da-f]{64}$/.test(hex))
  return { timestamp: stamp, signatures: wellFormed.map((hex) => Buffer.from(hex, 'hex')) }
}

function hmac(secret: string, timestamp: number, body: Uint8Array): Buffer {
  return new Bun.CryptoHasher('sha256', secret).update(`${timestamp}.`).update(body).digest()
}

function sameBytes(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function jsonOrNothing(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined
  }
}

function faultsOf(error: z.ZodError): string[] {
  return error.issues.map(({ path, message }) => `${path.join('.') || 'body'}: ${message}`)
}
