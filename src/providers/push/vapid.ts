import { createECDH, createHash, createPrivateKey, sign, type KeyObject } from 'node:crypto'
import { hour } from '../../lib/clock'

/** Tells push services who sends, so that they can reach us if something is wrong: RFC 8292. */
export interface Vapid {
  /** A browser subscribes with it; in base64url. */
  publicKey: string
  privateKey: KeyObject
}

/** The pair of keys that belongs to a stored secret. */
export function vapidOf(secret: string): Vapid {
  for (let round = 0; ; round++) {
    const own = createECDH('prime256v1')
    try {
      own.setPrivateKey(createHash('sha256').update(`vapid ${round} ${secret}`).digest())
    } catch {
      // One hash in four billion is no key.
      continue
    }
    const point = own.getPublicKey()
    const part = (bytes: Buffer) => bytes.toString('base64url')
    const key = {
      kty: 'EC',
      crv: 'P-256',
      d: part(own.getPrivateKey()),
      x: part(point.subarray(1, 33)),
      y: part(point.subarray(33)),
    }
    return { publicKey: part(point), privateKey: createPrivateKey({ key, format: 'jwk' }) }
  }
}

/** Push services accept a day at most. */
const lifetime = 12 * hour

/** The Authorization header for one push service. */
export function vapidHeader(vapid: Vapid, endpoint: string, contact: string, now: number): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor((now + lifetime) / 1_000),
    sub: contact,
  }
  const signed = `${part({ typ: 'JWT', alg: 'ES256' })}.${part(claims)}`
  const signature = sign('sha256', Buffer.from(signed), { key: vapid.privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${vapid.publicKey}`
}
