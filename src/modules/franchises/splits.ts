import { and, desc, eq, gt, lt } from 'drizzle-orm'
import { franchiseSplits } from '../../../db/schema'
import { brokenConstraint, newId, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { isoTime } from '../../lib/clock'
import { conflict, missing } from '../../lib/errors'
import { basisPointsFromPercent, percentFromBasisPoints } from '../../lib/money'
import { recordActivity } from '../office'
import { splitAt } from './find'
import type { Split, SplitInput } from './model'
import { aboutFranchise, requireFranchise } from './service'

type Row = typeof franchiseSplits.$inferSelect

const utc = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' })
const timeText = (at: number): string => `${utc.format(at).replaceAll('\u202f', ' ')} UTC`

/** Adds a split from a given time. Earlier splits stay, because payments were divided by them. */
export async function addSplit(
  { store, clock }: Deps,
  franchiseId: string,
  input: SplitInput,
  actor: Actor,
  once: Once,
): Promise<Split> {
  const now = clock.now()
  const effectiveFrom = input.effectiveFrom ?? now
  const writing = store.write(async (tx) => {
    const franchise = await requireFranchise(tx, franchiseId)
    if (effectiveFrom < now && (await splitAt(tx, franchiseId, now)))
      throw conflict('A split is already in effect, so the new one must start now or later')
    const shareBasisPoints = basisPointsFromPercent(input.sharePercent) ?? 0
    const row: Row = { id: newId(), franchiseId, shareBasisPoints, effectiveFrom, createdAt: now }
    const answer = presentSplit(row)
    // Runs before the insert, so a repeated request gets the stored answer instead of a conflict.
    await once.settle(tx, answer)
    await tx.insert(franchiseSplits).values(row)
    const summary = `Set the share of ${franchise.name} to ${input.sharePercent}% from ${timeText(effectiveFrom)}`
    await recordActivity(tx, now, {
      type: 'franchise.split-added',
      actor,
      summary,
      ...aboutFranchise(franchise),
    })
    return answer
  })
  try {
    return await writing
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('UNIQUE'))
      throw conflict('Another split already starts at this time')
    throw error
  }
}

export async function withdrawSplit(
  { store, clock }: Deps,
  franchiseId: string,
  id: string,
  actor: Actor,
): Promise<Split> {
  const now = clock.now()
  return store.write(async (tx) => {
    const [row] = await tx
      .delete(franchiseSplits)
      .where(and(ofFranchise(franchiseId, id), gt(franchiseSplits.effectiveFrom, now)))
      .returning()
    if (!row) return refuseWithdrawal(tx, franchiseId, id)
    const franchise = await requireFranchise(tx, franchiseId)
    const share = `${percentFromBasisPoints(row.shareBasisPoints)}%`
    await recordActivity(tx, now, {
      type: 'franchise.split-withdrawn',
      actor,
      summary: `Withdrew the share of ${share} for ${franchise.name} planned from ${timeText(row.effectiveFrom)}`,
      ...aboutFranchise(franchise),
    })
    return presentSplit(row)
  })
}

async function refuseWithdrawal(tx: Tx, franchiseId: string, id: string): Promise<never> {
  const [known] = await tx.select().from(franchiseSplits).where(ofFranchise(franchiseId, id)).limit(1)
  throw known ? conflict("This split has already started, so it can't be withdrawn") : missing('Split')
}

const ofFranchise = (franchiseId: string, id: string) =>
  and(eq(franchiseSplits.id, id), eq(franchiseSplits.franchiseId, franchiseId))

/** Latest start first. */
export async function listSplits({ store }: Deps, franchiseId: string): Promise<Listing<Row, Split>> {
  await requireFranchise(store.read, franchiseId)
  return {
    kinds: ['number'],
    position: (row) => [row.effectiveFrom],
    present: presentSplit,
    rows: (limit, after) =>
      store.read
        .select()
        .from(franchiseSplits)
        .where(
          and(
            eq(franchiseSplits.franchiseId, franchiseId),
            after ? lt(franchiseSplits.effectiveFrom, Number(after[0])) : undefined,
          ),
        )
        .orderBy(desc(franchiseSplits.effectiveFrom))
        .limit(limit),
  }
}

function presentSplit(row: Row): Split {
  return {
    id: row.id,
    franchiseId: row.franchiseId,
    sharePercent: percentFromBasisPoints(row.shareBasisPoints),
    effectiveFrom: isoTime(row.effectiveFrom),
    createdAt: isoTime(row.createdAt),
  }
}
