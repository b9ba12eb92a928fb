import type { Deps } from '../deps'
import { keyedHash, sameSecret } from '../lib/secret'

type Signing = Pick<Deps, 'secrets' | 'clock'>

/** A link made for one purpose is useless for any other. */
export type LinkPurpose =
  | 'onboarding link'
  | 'card link'
  | 'plan link'
  | 'booking confirmation'
  | 'invoice link'

/** The last part of a link that lets its holder do one thing, for one subject, until a moment. */
export function signLink(
  { secrets }: Pick<Deps, 'secrets'>,
  purpose: LinkPurpose,
  subject: string,
  until: number,
): string {
  const packed = Buffer.from(subject).toString('base64url')
  const signature = Buffer.from(keyedHash(secrets.linkSecret, purpose, subject, String(until)), 'hex')
  return `${packed}.${until.toString(36)}.${signature.toString('base64url').slice(0, 32)}`
}

export interface OpenedLink {
  subject: string
  until: number
  hasExpired: boolean
}

/** Null for a link we didn't make for this purpose. */
export function openLink(deps: Signing, purpose: LinkPurpose, token: string): OpenedLink | null {
  const [packed = '', end = ''] = token.split('.')
  const subject = Buffer.from(packed, 'base64url').toString()
  const until = Number.parseInt(end, 36)
  if (!Number.isSafeInteger(until) || !sameSecret(token, signLink(deps, purpose, subject, until))) return null
  return { subject, until, hasExpired: until <= deps.clock.now() }
}
