import { desc, eq, lt, lte, or, sql } from 'drizzle-orm'
import { apiKeys } from '../../../db/schema'
import { newId } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import { actorOf, type Caller } from '../../http/request'
import { day, hour, isoTime, isoTimeOrNull } from '../../lib/clock'
import { forbidden, invalid, missing } from '../../lib/errors'
import { requireFranchise } from '../franchises'
import { recordActivity } from '../office'
import type { ApiKey, CreatedKey, KeyInput } from './model'

type Row = typeof apiKeys.$inferSelect

const keptFor = 90 * day

/** Creates a key. Only this answer contains it; we store a hash. */
export async function createKey(
  { store, clock, tokens }: Deps,
  { name, role, franchiseId, expiresAt }: KeyInput,
  caller: Caller,
): Promise<CreatedKey> {
  // Otherwise a stolen key could outlive its own revocation.
  if (caller.key) throw forbidden("An API key can't create other keys. Sign in to the console instead.")
  const now = clock.now()
  if (expiresAt !== null && expiresAt <= now)
    throw invalid('Validation failed', ['expiresAt: must be in the future'])
  const { key, ...stored } = tokens.keys.make()
  const unused = { lastUsedAt: null, revokedAt: null }
  const about = {
    name: name.trim(),
    role,
    franchiseId,
    createdBy: caller.staff?.name ?? caller.subject,
    createdAt: now,
    expiresAt,
  }
  const row: Row = { id: newId(), ...stored, ...about, ...unused }
  await store.write(async (tx) => {
    const franchise = franchiseId === null ? null : await requireFranchise(tx, franchiseId)
    await tx.insert(apiKeys).values(row)
    const where = franchise === null ? '' : ` of ${franchise.name}`
    const summary = `Created the API key ${row.name} with the role ${role}${where}`
    await recordActivity(tx, now, { type: 'api-key.created', actor: actorOf(caller), summary })
  })
  return { ...presentKey(row, now), key }
}

/** Revoking a key again changes nothing. */
export async function revokeKey({ store, clock }: Deps, id: string, actor: string): Promise<ApiKey> {
  const now = clock.now()
  const row = await store.write(async (tx) => {
    const [known] = await tx.select().from(apiKeys).where(eq(apiKeys.id, id)).limit(1)
    if (!known) throw missing('API key')
    if (known.revokedAt !== null) return known
    await tx.update(apiKeys).set({ revokedAt: now }).where(eq(apiKeys.id, id))
    const summary = `Revoked the API key ${known.name}`
    await recordActivity(tx, now, { type: 'api-key.revoked', actor, summary })
    return { ...known, revokedAt: now }
  })
  return presentKey(row, now)
}

/** Newest first. */
export function listKeys({ store, clock }: Deps): Listing<Row, ApiKey> {
  const now = clock.now()
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: (row) => presentKey(row, now),
    rows: (limit, after) =>
      store.read
        .select()
        .from(apiKeys)
        .where(after ? lt(apiKeys.id, String(after[0])) : undefined)
        .orderBy(desc(apiKeys.id))
        .limit(limit),
  }
}

/** Records the last use of a key at most once an hour, and never makes a request wait for it. */
export function watchKeys({ tokens, background, store, clock }: Deps): void {
  const writing = new Set<string>()
  tokens.keys.onUsed = ({ id, lastUsedAt }) => {
    const now = clock.now()
    if (writing.has(id) || (lastUsedAt !== null && now - lastUsedAt < hour)) return
    writing.add(id)
    background.run('last use of an API key', async () => {
      try {
        await store.write((tx) => tx.update(apiKeys).set({ lastUsedAt: now }).where(eq(apiKeys.id, id)))
      } finally {
        writing.delete(id)
      }
    })
  }
}

/** Forgets keys that stopped working long ago. */
export async function sweepKeys({ store, clock }: Deps): Promise<void> {
  const before = clock.now() - keptFor
  const isOver = or(lte(apiKeys.revokedAt, before), lte(apiKeys.expiresAt, before))
  const [over] = await store.read
    .select({ is: sql`1` })
    .from(apiKeys)
    .where(isOver)
    .limit(1)
  if (over) await store.write((tx) => tx.delete(apiKeys).where(isOver))
}

function presentKey(row: Row, now: number): ApiKey {
  const { id, name, role, franchiseId, handle, createdBy, createdAt, expiresAt, lastUsedAt, revokedAt } = row
  return {
    id,
    name,
    role,
    franchiseId,
    handle,
    createdBy,
    createdAt: isoTime(createdAt),
    expiresAt: isoTimeOrNull(expiresAt),
    lastUsedAt: isoTimeOrNull(lastUsedAt),
    revokedAt: isoTimeOrNull(revokedAt),
    usable: revokedAt === null && (expiresAt === null || expiresAt > now),
  }
}
