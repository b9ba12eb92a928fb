import { normaliseAddress, type AddressSet } from '../lib/address'
import type { Caller } from './caller'
import type { KeyedAnswer } from './idempotency'

/** What is known of a request from the moment it arrives. */
export interface RequestInfo {
  id: string
  startedAt: number
  /** Set by the guard once it knows. */
  caller: Caller
  /** Present while an idempotent request is under way. */
  once?: KeyedAnswer
}

const acceptableId = /^[\w.:-]{1,100}$/

/** The caller's own id is kept where it is harmless, so that two logs can be read side by side. */
export function requestIdOf(request: Request): string {
  const given = request.headers.get('x-request-id')
  return given !== null && acceptableId.test(given) ? given : crypto.randomUUID()
}

/**
 * The address a limit counts by. A forwarded address is believed only from a trusted peer, and then
 * the right-most one that is not itself trusted: everything left of it the client could have written.
 */
export function clientAddress(peer: string | null, forwardedFor: string | null, trusted: AddressSet): string {
  const direct = normaliseAddress(peer ?? '127.0.0.1') ?? 'unknown'
  if (forwardedFor === null || !trusted.has(direct)) return direct
  let client = direct
  for (const hop of forwardedFor.split(',').toReversed()) {
    const address = normaliseAddress(hop)
    if (address === null) return client
    client = address
    if (!trusted.has(address)) return client
  }
  return client
}
