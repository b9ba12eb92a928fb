import { and, eq, gt, isNull, lte } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { issuedHqTokens, signInCodes, workers, workerTokens } from '../../db/schema'
import type { Store, Tx } from '../../db/store'
import { day, hour, minute, type Clock } from '../lib/clock'
import { FailedSignIn } from '../lib/errors'
import { keyedHash } from '../lib/secret'
import type { HqTokens } from './hq'
import type { WorkerTokens } from './worker'

type Kind = (typeof signInCodes.$inferSelect)['kind']

/** A link in a terminal is opened right away; one in a message waits until the worker looks at the phone. */
export const linkLifetimes: Record<Kind, number> = { hq: 10 * minute, worker: hour }

export interface SignedIn {
  as: Kind
  token: string
  expiresAt: number
}

interface Parts {
  secret: string
  clock: Clock
  store: Store
  hq: HqTokens
  worker: WorkerTokens
}

/**
 * One-time codes for sign-in links. A link contains a code instead of the token; the code is valid for
 * minutes and stored only as a hash.
 */
export class SignInCodes {
  constructor(private readonly parts: Parts) {}

  /** Returns a new code, which works only after `keep`. */
  make = (): string => randomBytes(24).toString('base64url')

  async keep(tx: Tx, code: string, kind: Kind, tokenId: string): Promise<void> {
    const expiresAt = this.parts.clock.now() + linkLifetimes[kind]
    await tx.insert(signInCodes).values({ codeHash: this.#hashOf(code), kind, tokenId, expiresAt })
  }

  /**
   * Returns the token for a code. Only one of several simultaneous calls gets it, and none if the token was
   * revoked.
   */
  async redeem(code: string): Promise<SignedIn> {
    const now = this.parts.clock.now()
    const [used] = await this.parts.store.write((tx) =>
      tx
        .update(signInCodes)
        .set({ usedAt: now })
        .where(
          and(
            eq(signInCodes.codeHash, this.#hashOf(code)),
            isNull(signInCodes.usedAt),
            gt(signInCodes.expiresAt, now),
          ),
        )
        .returning(),
    )
    const signedIn = used && (await (used.kind === 'hq' ? this.#hq : this.#worker)(used.tokenId, now))
    if (!signedIn)
      throw new FailedSignIn(
        'unauthorised',
        'This link has already been used or has expired. Ask for a new one.',
      )
    return signedIn
  }

  readonly #hq = async (id: string, now: number): Promise<SignedIn | null> => {
    const { hq, store } = this.parts
    const [grant] = await store.read.select().from(issuedHqTokens).where(eq(issuedHqTokens.id, id)).limit(1)
    if (!grant || grant.revokedAt !== null || grant.expiresAt <= now) return null
    const token = await hq.sign(grant)
    return token === null ? null : { as: 'hq', token, expiresAt: grant.expiresAt }
  }

  readonly #worker = async (id: string, now: number): Promise<SignedIn | null> => {
    const { worker, store } = this.parts
    const [found] = await store.read
      .select({ row: workerTokens, active: workers.active })
      .from(workerTokens)
      .innerJoin(workers, eq(workers.id, workerTokens.workerId))
      .where(eq(workerTokens.id, id))
      .limit(1)
    if (!found?.active || found.row.revokedAt !== null || found.row.expiresAt <= now) return null
    return { as: 'worker', token: await worker.sign(found.row), expiresAt: found.row.expiresAt }
  }

  async sweep(): Promise<void> {
    const before = this.parts.clock.now() - day
    await this.parts.store.write((tx) => tx.delete(signInCodes).where(lte(signInCodes.expiresAt, before)))
  }

  #hashOf(code: string): string {
    return keyedHash(this.parts.secret, 'sign-in', code)
  }
}
