import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm'
import { decodeJwt } from 'jose'
import { issuedHqTokens } from '../../db/schema'
import { prepared, type Store, type Tx } from '../../db/store'
import { day, second, type Clock } from '../lib/clock'
import { missing } from '../lib/errors'

type Row = typeof issuedHqTokens.$inferSelect
export type HqGrant = Omit<Row, 'revokedAt'>

/** How long another process may not know of a revocation, where every look is a trip over the network. */
const staleAfter = 2 * second
const keptFor = 30 * day

const findRevoked = prepared((db) =>
  db
    .select({ id: issuedHqTokens.id })
    .from(issuedHqTokens)
    .where(and(eq(issuedHqTokens.id, sql.placeholder('id')), isNotNull(issuedHqTokens.revokedAt)))
    .limit(1),
)

/** Which HQ tokens were made here, and which ones no longer open anything. */
export class HqTokenRegister {
  #seen: { ids: Promise<Set<string>>; at: number } | null = null

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** A file is asked each time; of a server, the whole short list is kept for a moment. */
  async isRevoked(id: string): Promise<boolean> {
    if (this.store.engine === 'local') return (await findRevoked.get(this.store.read, { id })) !== undefined
    const now = this.clock.now()
    if (this.#seen === null || now - this.#seen.at >= staleAfter) {
      this.#seen = { ids: this.#revokedIds(now), at: now }
      // A look that failed says nothing about the next one.
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

  /** Ends a token that is in the list. Gives the row as it is then. */
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

  /** Ends any token by its text, also one that was made elsewhere. */
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

/** Its `jti`, or else a hash of the part that is signed: the signature itself can be spelled in several ways. */
export function tokenId(token: string): string {
  const { jti } = decodeJwt(token)
  if (typeof jti === 'string' && jti !== '') return jti
  return `sha256:${new Bun.CryptoHasher('sha256').update(token.slice(0, token.lastIndexOf('.'))).digest('hex')}`
}
