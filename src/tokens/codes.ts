import { and, eq, gt, inArray, isNull, lte } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { issuedHqTokens, signInCodes, workers, workerTokens } from '../../db/schema'
import type { Store, Tx } from '../../db/store'
import { day, hour, minute, type Clock } from '../lib/clock'
import { keyedHash } from '../lib/secret'
import type { HqTokens } from './hq'
import type { WorkerTokens } from './worker'

type Kind = (typeof signInCodes.$inferSelect)['kind']

/** A link in a terminal is opened right away; one in a message waits until somebody looks at it. Single sign-on keeps its secret in the browser instead. */
export const linkLifetimes: Record<Kind, number> = {
  hq: 10 * minute,
  worker: hour,
  staff: 7 * day,
  setup: 15 * minute,
  sso: 10 * minute,
}

export interface SignedIn {
  as: 'hq' | 'worker'
  token: string
  /** Null if it lasts until it is revoked. */
  expiresAt: number | null
}

type Claimed = Pick<typeof signInCodes.$inferSelect, 'kind' | 'tokenId'>

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

  /** Uses up a code. Only one of several simultaneous calls gets it. */
  async claim(tx: Tx, code: string, kinds: readonly Kind[]): Promise<Claimed | null> {
    const now = this.parts.clock.now()
    const [used] = await tx
      .update(signInCodes)
      .set({ usedAt: now })
      .where(
        and(
          eq(signInCodes.codeHash, this.#hashOf(code)),
          inArray(signInCodes.kind, [...kinds]),
          isNull(signInCodes.usedAt),
          gt(signInCodes.expiresAt, now),
        ),
      )
      .returning()
    return used ?? null
  }

  /** The token behind a claimed code; null if it was revoked. */
  tokenOf({ kind, tokenId }: Claimed): Promise<SignedIn | null> {
    return (kind === 'hq' ? this.#hq : this.#worker)(tokenId, this.parts.clock.now())
  }

  /** Makes the earlier codes of a kind useless. */
  async withdraw(tx: Tx, kind: Kind, tokenId: string): Promise<void> {
    await tx.delete(signInCodes).where(and(eq(signInCodes.kind, kind), eq(signInCodes.tokenId, tokenId)))
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
    if (!found?.active || found.row.revokedAt !== null) return null
    const { expiresAt } = found.row
    if (expiresAt !== null && expiresAt <= now) return null
    return { as: 'worker', token: await worker.sign(found.row), expiresAt }
  }

  async sweep(): Promise<void> {
    const before = this.parts.clock.now() - day
    await this.parts.store.write((tx) => tx.delete(signInCodes).where(lte(signInCodes.expiresAt, before)))
  }

  #hashOf(code: string): string {
    return keyedHash(this.parts.secret, 'sign-in', code)
  }
}
