import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { SignJWT, jwtVerify } from 'jose'
import { workerTokens as tokens, workers } from '../../db/schema'
import { prepared, type Store } from '../../db/store'
import { second, type Clock } from '../lib/clock'
import { unauthorised } from '../lib/errors'
import { keyedHash } from '../lib/secret'

/** A phone that a worker is signed in on. */
export interface SignedInWorker {
  workerId: string
  tokenId: string
}

/** The token on a worker's phone. Unlike a proof it can be revoked, so every use checks its row. */
export interface WorkerTokens {
  /** Returns the token for a row. The token itself is not stored. */
  sign(row: Pick<typeof tokens.$inferSelect, 'id' | 'workerId' | 'issuedAt' | 'expiresAt'>): Promise<string>
  holderOf(token: string): Promise<SignedInWorker>
}

const prefix = 'wrk_'
/** Binds the key and the token to this purpose, in case the same secret is used elsewhere. */
const purpose = 'truckroll:worker-token'

const findUsable = prepared((db) =>
  db
    .select({ workerId: tokens.workerId, tokenId: tokens.id })
    .from(tokens)
    .innerJoin(workers, eq(workers.id, tokens.workerId))
    .where(
      and(
        eq(tokens.id, sql.placeholder('id')),
        eq(tokens.workerId, sql.placeholder('workerId')),
        isNull(tokens.revokedAt),
        or(isNull(tokens.expiresAt), gt(tokens.expiresAt, sql.placeholder('now'))),
        eq(workers.active, true),
      ),
    )
    .limit(1),
)

export function workerTokens(secret: string, clock: Clock, store: Pick<Store, 'read'>): WorkerTokens {
  const key = new TextEncoder().encode(keyedHash(secret, purpose))
  return {
    async sign({ id, workerId, issuedAt, expiresAt }) {
      const token = new SignJWT()
        .setProtectedHeader({ alg: 'HS256' })
        .setAudience(purpose)
        .setSubject(workerId)
        .setJti(id)
        .setIssuedAt(Math.floor(issuedAt / second))
      if (expiresAt !== null) token.setExpirationTime(Math.floor(expiresAt / second))
      return prefix + (await token.sign(key))
    },
    async holderOf(token) {
      if (!token.startsWith(prefix)) throw unauthorised("A worker's token is required")
      const { sub = '', jti = '' } = await claimsOf(token.slice(prefix.length), key, clock)
      const usable = await findUsable.get(store.read, { id: jti, workerId: sub, now: clock.now() })
      if (!usable) throw unauthorised('Your link no longer works. Ask the office for a new one.')
      return usable
    },
  }
}

async function claimsOf(token: string, key: Uint8Array, clock: Clock) {
  try {
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['HS256'],
      audience: purpose,
      // Most have no end: the row says whether the phone is still signed in.
      requiredClaims: ['sub', 'jti'],
      currentDate: new Date(clock.now()),
    })
    return payload
  } catch {
    // Expired, forged and damaged tokens get the same answer.
    throw unauthorised("Your link has expired or isn't valid. Ask the office for a new one.")
  }
}
