import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { issuedHqTokens } from '../../db/schema'
import { prepared, type Store, type Tx } from '../../db/store'
import { day, second, type Clock } from '../lib/clock'
import { missing } from '../lib/errors'

type Row = typeof issuedHqTokens.$inferSelect
export type HqGrant = Omit<Row, 'revokedAt'>

/** How long another process may miss a revocation, since each check is a network call. */
const staleAfter = 2 * second
const keptFor = 30 * day

const findRevoked = prepared((db) =>
  db
    .select({ id: issuedHqTokens.id })
    .from(issuedHqTokens)
    .where(and(eq(issuedHqTokens.id, sql.placeholder('id')), isNotNull(issuedHqTokens.revokedAt)))
    .limit(1),
)

/** The HQ tokens that were issued here, and those that were revoked. */
export class HqTokenRegister {
  #seen: { ids: Promise<Set<string>>; at: number } | null = null

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** A local file is read each time. For a server, the whole short list is cached for a moment. */
  async isRevoked(id: string): Promise<boolean> {
    if (this.store.engine === 'local') return (await findRevoked.get(this.store.read, { id })) !== undefined
    const now = this.clock.now()
    if (this.#seen === null || now - this.#seen.at >= staleAfter) {
      this.#seen = { ids: this.#revokedIds(now), at: now }
      // A failed read must not be cached.
      this.#seen.ids.catch(() => (this.#seen = null))
    }
    return (await this.#seen.ids).has(id)
  }

  async #revokedIds(now: number): Promise<Set<string>> {
    const rows = await this.store.read
      .select({ id: issuedHqTokens.id })
      .from(issuedHqTokens)
      .where(and(isNotNull(issuedHqTokens.revokedAt), gt(issuedHqTokens.expiresAt, now)))
    return new Set(rows.map(({ id }) => id))
  }

  async keep(tx: Tx, grant: HqGrant): Promise<void> {
    await tx.insert(issuedHqTokens).values(grant)
  }

  /** Revokes a listed token and returns its updated row. */
  async revoke(tx: Tx, id: string, now: number): Promise<Row> {
    this.#seen = null
    const [known] = await tx
      .update(issuedHqTokens)
      .set({ revokedAt: sql`coalesce(${issuedHqTokens.revokedAt}, ${now})` })
      .where(eq(issuedHqTokens.id, id))
      .returning()
    if (!known) throw missing('Token')
    return known
  }

  /** Revokes any token, including one that was issued elsewhere. */
  async revokeText(tx: Tx, token: string, now: number): Promise<Row> {
    const { sub = '', exp = 0 } = decodeJwt(token)
    const id = tokenId(token)
    await tx
      .insert(issuedHqTokens)
      .values({ id, subject: sub, role: '', issuedAt: now, expiresAt: exp * second })
      .onConflictDoNothing()
    return this.revoke(tx, id, now)
  }

  async sweep(): Promise<void> {
    const before = this.clock.now() - keptFor
    await this.store.write((tx) => tx.delete(issuedHqTokens).where(lte(issuedHqTokens.expiresAt, before)))
  }
}

export function isToken(text: string): boolean {
  try {
    return decodeJwt(text) !== null
  } catch {
    return false
  }
}

/**
 * The token's `jti`, or else a hash of the signed part, because the same signature can be written in several
 * ways.
 */
export function tokenId(token: string): string {
  const { jti } = decodeJwt(token)
  if (typeof jti === 'string' && jti !== '') return jti
  return `sha256:${new Bun.CryptoHasher('sha256').update(token.slice(0, token.lastIndexOf('.'))).digest('hex')}`
}
