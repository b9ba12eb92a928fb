import { franchises, franchiseSplits } from '../../../db/schema'
import { newId, onlyRow, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Once } from '../../http/idempotency'
import type { Actor } from '../../lib/actor'
import { recordActivity } from '../office'
import type { Franchise, FranchiseInput } from './model'
import { aboutFranchise, points, presentFranchise, replaceZips } from './service'
import { freeSlug, requireFreeSlug } from './slugs'

export async function addFranchise(
  { store, clock }: Deps,
  input: FranchiseInput,
  actor: Actor,
  once: Once,
): Promise<Franchise> {
  return store.write(async (tx) => {
    const answer = await insertFranchise(tx, clock.now(), input, actor)
    await once.settle(tx, answer)
    return answer
  })
}

/** The one franchise of a company that has no others. It shares nothing, so the company keeps every payment. */
export async function insertOnlyFranchise(
  tx: Tx,
  now: number,
  input: FranchiseInput,
  actor: Actor,
): Promise<Franchise> {
  const added = await insertFranchise(tx, now, input, actor)
  const share = { franchiseId: added.id, shareBasisPoints: 0, effectiveFrom: now, createdAt: now }
  await tx.insert(franchiseSplits).values({ id: newId(), ...share })
  return added
}

async function insertFranchise(
  tx: Tx,
  now: number,
  { areaZips, taxPercent, ...rest }: FranchiseInput,
  actor: Actor,
): Promise<Franchise> {
  const id = newId()
  if (rest.slug !== undefined) await requireFreeSlug(tx, rest.slug, id)
  const slug = rest.slug ?? (await freeSlug(tx, rest.name))
  const row = { id, ...rest, slug, taxBasisPoints: points(taxPercent), createdAt: now, updatedAt: now }
  const added = onlyRow(await tx.insert(franchises).values(row).returning())
  await replaceZips(tx, row.id, areaZips)
  await recordActivity(tx, now, {
    type: 'franchise.added',
    actor,
    summary: `Added franchise ${row.name}`,
    ...aboutFranchise(row),
  })
  return presentFranchise({ ...added, areaZips })
}
