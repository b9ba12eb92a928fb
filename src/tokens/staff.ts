import { and, eq, gt, isNull, sql } from 'drizzle-orm'
import { SignJWT, decodeJwt, jwtVerify } from 'jose'
import { randomBytes } from 'node:crypto'
import { staff, staffSessions } from '../../db/schema'
import { prepared, type Store } from '../../db/store'
import { hour, second, type Clock } from '../lib/clock'
import { unauthorised } from '../lib/errors'
import type { Role } from '../lib/permissions'
import { keyedHash } from '../lib/secret'

/** The signed-in person behind a request. */
export interface StaffMember {
  id: string
  name: string
  role: Role
  /** The one franchise this person reaches; null for all of them. */
  franchiseId: string | null
  sessionId: string
}

/** Short, because the browser renews it as long as the session lasts. */
const lifetime = hour
/** Separates these tokens from those of HQ_JWT_SECRET and HQ_JWKS_URL. */
const audience = 'truckroll:staff'

const findSession = prepared((db) =>
  db
    .select({ id: staff.id, name: staff.name, role: staff.role, franchiseId: staff.franchiseId })
    .from(staffSessions)
    .innerJoin(staff, eq(staff.id, staffSessions.staffId))
    .where(
      and(
        eq(staffSessions.id, sql.placeholder('sessionId')),
        isNull(staffSessions.endedAt),
        gt(staffSessions.expiresAt, sql.placeholder('now')),
        eq(staff.active, true),
      ),
    )
    .limit(1),
)

/** The tokens of people who sign in here, signed with a key of our own whatever else issues HQ tokens. */
export class StaffTokens {
  readonly #key: Uint8Array

  constructor(private readonly parts: { secret: string; clock: Clock; store: Pick<Store, 'read'> }) {
    this.#key = new TextEncoder().encode(keyedHash(parts.secret, audience))
  }

  async sign({ id, staffId, expiresAt }: { id: string; staffId: string; expiresAt: number }) {
    const now = this.parts.clock.now()
    const end = Math.min(now + lifetime, expiresAt)
    const token = await new SignJWT()
      .setProtectedHeader({ alg: 'HS256' })
      .setAudience(audience)
      .setSubject(staffId)
      .setJti(id)
      .setIssuedAt(Math.floor(now / second))
      .setExpirationTime(Math.floor(end / second))
      .sign(this.#key)
    return { token, expiresAt: end }
  }

  /** Reads the session every time, so signing out, deactivation and a new role count at once. */
  async memberOf(token: string): Promise<StaffMember> {
    const sessionId = await this.#sessionOf(token)
    const found = await findSession.get(this.parts.store.read, { sessionId, now: this.parts.clock.now() })
    if (!found) throw unauthorised('Your session has ended. Sign in again.')
    return { ...found, sessionId }
  }

  async #sessionOf(token: string): Promise<string> {
    try {
      const { payload } = await jwtVerify(token, this.#key, {
        algorithms: ['HS256'],
        audience,
        requiredClaims: ['exp', 'sub', 'jti'],
        currentDate: new Date(this.parts.clock.now()),
      })
      return payload.jti ?? ''
    } catch {
      // Expired, forged and damaged tokens get the same answer.
      throw unauthorised('Your sign-in has expired. Sign in again.')
    }
  }

  /** A secret the browser renews its token with, and the hash that is stored. */
  makeRenewal(): { renewal: string; renewalHash: string } {
    const renewal = randomBytes(32).toString('base64url')
    return { renewal, renewalHash: this.renewalHash(renewal) }
  }

  renewalHash = (renewal: string): string => keyedHash(this.parts.secret, 'staff-renewal', renewal)
}

/** Only tells which check applies; the signature is verified there. */
export function isStaffToken(token: string): boolean {
  try {
    return decodeJwt(token).aud === audience
  } catch {
    return false
  }
}
