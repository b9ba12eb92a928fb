import type { webhookSubscriptions } from '../../../db/schema'
import type { Deps } from '../../deps'
import { day } from '../../lib/clock'
import { keyedHash } from '../../lib/secret'

export type SubscriptionRow = typeof webhookSubscriptions.$inferSelect
type Signed = Pick<SubscriptionRow, 'id' | 'secretVersion' | 'previousSecretUntil'>

/** For how long messages are signed with the previous secret too, so receivers can switch without a gap. */
export const overlapMs = day

/** Derived from our own secret, so neither the database nor a backup of it contains one. */
function keyOf({ secrets }: Pick<Deps, 'secrets'>, { id }: Signed, version: number): Buffer {
  return Buffer.from(keyedHash(secrets.linkSecret, 'webhook', id, String(version)), 'hex')
}

/** The secret as receivers configure it. */
export const secretText = (deps: Pick<Deps, 'secrets'>, subscription: Signed): string =>
  `whsec_${keyOf(deps, subscription, subscription.secretVersion).toString('base64')}`

/** The headers of one attempt, after the Standard Webhooks specification. */
export function signedHeaders(
  deps: Pick<Deps, 'secrets'>,
  subscription: Signed,
  message: { id: string; payload: string },
  now: number,
): Record<string, string> {
  const { secretVersion: version, previousSecretUntil } = subscription
  const timestamp = String(Math.floor(now / 1000))
  const isOverlapping = previousSecretUntil !== null && previousSecretUntil > now
  const signatures = (isOverlapping ? [version, version - 1] : [version]).map((one) => {
    const key = keyOf(deps, subscription, one)
    const text = `${message.id}.${timestamp}.${message.payload}`
    return `v1,${new Bun.CryptoHasher('sha256', key).update(text).digest('base64')}`
  })
  return {
    'content-type': 'application/json',
    'user-agent': 'Truckroll-Webhooks/1',
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  }
}
