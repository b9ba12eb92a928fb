import { and, desc, eq, lt } from 'drizzle-orm'
import { holdsText } from '../../../db/conditions'
import { promoCodes } from '../../../db/schema'
import { isUnchanged, brokenConstraint, newId, type Db } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime, isoTimeOrNull } from '../../lib/clock'
import { conflict, missing, invalid } from '../../lib/errors'
import { centsFromUnits } from '../../lib/money'
import { requireFranchise } from '../franchises'
import { changedFields, changesOf, recordActivity } from '../office'
import type { Promo, PromoChange, PromoInput, PromoQuery } from './model'

export async function addPromo(
  { store, clock }: Deps,
  input: PromoInput,
  actor: Actor,
  once: Once,
): Promise<Promo> {
  const now = clock.now()
  const value = storedValue(input.kind, input.value)
  const row: PromoRow = { id: newId(), ...input, value, uses: 0, demo: false, createdAt: now, updatedAt: now }
  assertSound(row)
  const writing = store.write(async (tx) => {
    if (row.franchiseId !== null) await requireFranchise(tx, row.franchiseId)
    const answer = presentPromo(row)
    // Runs before the insert, so a repeated request gets the stored answer instead of a conflict.
    await once.settle(tx, answer)
    await tx.insert(promoCodes).values(row)
    await recordActivity(tx, now, {
      type: 'promo.added',
      actor,
      summary: `Added promo code ${row.code}`,
      ...aboutPromo(row),
    })
    return answer
  })
  try {
    return await writing
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE')) throw conflict('This promo code already exists')
    throw error
  }
}

const shownFields = ['value', 'franchiseId', 'validFrom', 'validUntil', 'maxUses', 'active'] as const

const aboutPromo = ({ id, code, franchiseId }: PromoRow) => ({
  subject: { kind: 'promo' as const, id, name: code },
  franchiseId,
})

export async function changePromo(
  { store, clock }: Deps,
  id: string,
  change: PromoChange,
  actor: Actor,
): Promise<Promo> {
  const now = clock.now()
  return store.write(async (tx) => {
    const known = await requirePromo(tx, id)
    if (change.franchiseId) await requireFranchise(tx, change.franchiseId)
    const value = change.value === undefined ? known.value : storedValue(known.kind, change.value)
    if (isUnchanged(known, { ...change, value })) return presentPromo(known)
    const changed: PromoRow = { ...known, ...change, value, updatedAt: now }
    assertSound(changed)
    await tx.update(promoCodes).set(changed).where(eq(promoCodes.id, id))
    const summary = `Changed promo code ${known.code}: ${changedFields(change)}`
    const changes = changesOf(known, changed, shownFields)
    await recordActivity(tx, now, { type: 'promo.changed', actor, summary, ...aboutPromo(changed), changes })
    return presentPromo(changed)
  })
}

export async function readPromo({ store }: Deps, id: string): Promise<Promo> {
  return presentPromo(await requirePromo(store.read, id))
}

/** Newest first, because ids are ordered by time. */
export function listPromos(
  { store }: Deps,
  { active, franchiseId, q }: PromoQuery,
): Listing<PromoRow, Promo> {
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentPromo,
    rows: (limit, after) =>
      store.read
        .select()
        .from(promoCodes)
        .where(
          and(
            after ? lt(promoCodes.id, String(after[0])) : undefined,
            active === undefined ? undefined : eq(promoCodes.active, active),
            franchiseId === undefined ? undefined : eq(promoCodes.franchiseId, franchiseId),
            q === undefined ? undefined : holdsText(promoCodes.code, q),
          ),
        )
        .orderBy(desc(promoCodes.id))
        .limit(limit),
  }
}

async function requirePromo(db: Db, id: string): Promise<PromoRow> {
  const [row] = await db.select().from(promoCodes).where(eq(promoCodes.id, id)).limit(1)
  if (!row) throw missing('Promo code')
  return row
}

function presentPromo(row: PromoRow): Promo {
  const { demo: _, value, validFrom, validUntil, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    value: value / 100,
    validFrom: isoTimeOrNull(validFrom),
    validUntil: isoTimeOrNull(validUntil),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

export type PromoRow = typeof promoCodes.$inferSelect

/** Basis points or cents: both are 100 times the value on the wire. */
export function storedValue(kind: PromoRow['kind'], value: number): number {
  const hundredths = centsFromUnits(value)
  if (hundredths === null) throw invalid('Validation failed', ['value: must have at most two decimals'])
  if (kind === 'percent' && value > 100) throw invalid('Validation failed', ['value: must be at most 100%'])
  return hundredths
}

/** Checks the whole promo code, whether it is new or changed. */
export function assertSound({ validFrom, validUntil, maxUses, uses }: PromoRow): void {
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil)
    throw invalid('Validation failed', ['validUntil: must be after the start date'])
  if (maxUses !== null && maxUses < uses)
    throw conflict(
      `This code was already used ${uses} ${uses === 1 ? 'time' : 'times'}. Choose a higher limit.`,
    )
}
