import { Refusal } from '../../src/lib/errors'
import { SignJWT, UnsecuredJWT, generateKeyPair, type JWTPayload } from 'jose'

export interface Claims extends JWTPayload {
  role?: string
  roles?: string[]
  app_metadata?: unknown
  user_metadata?: unknown
}

const hourInSeconds = 3_600

/** An HQ token's claims as an identity provider would write them; `undefined` removes one. */
export function adminClaims(now: number, changes: Claims = {}): Claims {
  const claims = { sub: 'user-1', role: 'admin', exp: Math.floor(now / 1000) + hourInSeconds, ...changes }
  return JSON.parse(JSON.stringify(claims)) as Claims
}

export function signWithSecret(claims: Claims, secret: string, algorithm = 'HS256'): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm }).sign(new TextEncoder().encode(secret))
}

export const unsigned = (claims: Claims): string => new UnsecuredJWT(claims).encode()

/** A well-formed token signed with an unknown key. */
export async function signWithOwnKey(claims: Claims, algorithm = 'RS256'): Promise<string> {
  const { privateKey } = await generateKeyPair(algorithm)
  return new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid: 'own' }).sign(privateKey)
}

/** The same token with one character of its last part changed. */
export function damaged(token: string): string {
  const at = token.lastIndexOf('.') + 5
  return token.slice(0, at) + (token[at] === 'A' ? 'B' : 'A') + token.slice(at + 1)
}

/** The payment processor's scheme: `t=<seconds>,v1=<HMAC of "seconds.payload">`. */
export function paymentsSignature(payload: string, secret: string, now: number): string {
  const seconds = Math.floor(now / 1000)
  const mac = new Bun.CryptoHasher('sha256', secret).update(`${seconds}.${payload}`).digest('hex')
  return `t=${seconds},v1=${mac}`
}

/** The reason a promise was rejected; a fulfilled promise has none. */
export async function reasonOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'none: it was let in'
  } catch (error) {
    return error instanceof Refusal ? error.reason : `none: ${String(error)}`
  }
}
