import { jwt } from '@elysiajs/jwt'
import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyOptions,
} from 'jose'
import type { Config } from '../config'
import { unauthorised, upstream, upstreamTimeout, type Refusal } from '../lib/errors'
import { day, second, type Clock } from '../lib/clock'
import { tokenId, type HqGrant } from './register'

export interface HqTokens {
  /** Returns the administrator who sent the request, and refuses everyone else. */
  subjectOf(request: Request): Promise<string>
  /** For installations without an identity provider. Null if only the provider issues tokens. */
  sign(grant: HqGrant): Promise<string | null>
  /** A token that isn't listed. It can still be revoked, given the token itself. */
  issue(subject: string, role: string, ttlMs: number): Promise<string | null>
}

/** Tokens that last longer tend to be forgotten. */
export const longestHqToken = 30 * day

export function newGrant(subject: string, role: string, ttlMs: number, now: number): HqGrant {
  return { id: crypto.randomUUID(), subject, role, issuedAt: now, expiresAt: now + ttlMs }
}

interface HqTokensOptions {
  hq: Config['hq']
  publicUrl: string
  secret: string | null
  clock: Clock
  isRevoked(id: string): Promise<boolean>
}

const providerAlgorithms = ['RS256', 'ES256', 'EdDSA']
const readingMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

export function hqTokens({ hq, publicUrl, secret, clock, isRevoked }: HqTokensOptions): HqTokens {
  const own = secret === null ? null : jwt({ name: 'hq', secret }).decorator.hq
  const provider =
    hq.jwksUrl === undefined ? null : createRemoteJWKSet(new URL(hq.jwksUrl), { timeoutDuration: 5 * second })
  const roles = new Set(hq.adminRoles)
  const publicOrigin = new URL(publicUrl).origin

  const demands = (algorithms: string[]): JWTVerifyOptions => ({
    algorithms,
    requiredClaims: ['exp', 'sub'],
    currentDate: new Date(clock.now()),
    ...(hq.issuer === undefined ? {} : { issuer: hq.issuer }),
    ...(hq.audience === undefined ? {} : { audience: hq.audience }),
  })

  async function verify(token: string): Promise<JWTPayload> {
    const algorithm = algorithmOf(token)
    if (algorithm === 'HS256' && own) {
      const claims = await own.verify(token, demands(['HS256']))
      if (claims === false) throw unauthorised()
      return claims
    }
    if (!provider || !providerAlgorithms.includes(algorithm)) throw unauthorised()
    try {
      return (await jwtVerify(token, provider, demands(providerAlgorithms))).payload
    } catch (error) {
      throw refusalOf(error)
    }
  }

  async function sign({ id, subject, role, expiresAt }: HqGrant): Promise<string | null> {
    if (!own) return null
    return own.sign({
      jti: id,
      sub: subject,
      role,
      exp: Math.floor(expiresAt / second),
      ...(hq.issuer === undefined ? {} : { iss: hq.issuer }),
      ...(hq.audience === undefined ? {} : { aud: hq.audience }),
    })
  }

  return {
    async subjectOf(request) {
      const token = presentedToken(request, hq.sessionCookie, publicOrigin)
      const claims = await verify(token)
      if (
        typeof claims.sub !== 'string' ||
        claims.sub === '' ||
        !rolesIn(claims).some((role) => roles.has(role))
      )
        throw unauthorised()
      if (await isRevoked(tokenId(token))) throw unauthorised('This token has been revoked. Sign in again.')
      return claims.sub
    },
    sign,
    issue: (subject, role, ttlMs) => sign(newGrant(subject, role, ttlMs, clock.now())),
  }
}

/** The header takes precedence over the cookie. With a cookie, a write must come from our own pages. */
function presentedToken(request: Request, cookieName: string, publicOrigin: string): string {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const token = /^bearer +(\S+) *$/i.exec(header)?.[1]
    if (!token) throw unauthorised()
    return token
  }
  const cookie = new Bun.CookieMap(request.headers.get('cookie') ?? '').get(cookieName)
  if (!cookie) throw unauthorised()
  if (!readingMethods.has(request.method) && !fromOurPages(request, publicOrigin)) throw unauthorised()
  return cookie
}

function fromOurPages(request: Request, publicOrigin: string): boolean {
  const origin = request.headers.get('origin')
  return origin === null ? request.headers.get('sec-fetch-site') === 'same-origin' : origin === publicOrigin
}

/** A bad token is the caller's fault; bad keys are the identity provider's. */
function refusalOf(error: unknown): Refusal {
  const who = 'The identity provider'
  if (error instanceof errors.JWKSTimeout) return upstreamTimeout(who, error)
  // jose has no error class for keys that arrive with a status other than 200 or aren't JSON.
  const keysAreBad =
    error instanceof errors.JWKSInvalid || (error as { code?: unknown }).code === errors.JOSEError.code
  return error instanceof errors.JOSEError && !keysAreBad ? unauthorised() : upstream(who, error)
}

function algorithmOf(token: string): string {
  try {
    return decodeProtectedHeader(token).alg ?? ''
  } catch {
    throw unauthorised()
  }
}

/** Users can edit their own `user_metadata`, so it is ignored. */
export function rolesIn(claims: JWTPayload): string[] {
  const app = claims.app_metadata
  const fromApp = typeof app === 'object' && app !== null ? Object.entries(app) : []
  const places = [
    claims.role,
    claims.roles,
    ...fromApp.flatMap(([key, value]) => (/^roles?$/.test(key) ? [value] : [])),
  ]
  return places.flat().filter((role): role is string => typeof role === 'string')
}
