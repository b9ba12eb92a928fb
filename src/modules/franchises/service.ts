import { and, desc, eq, lt } from 'drizzle-orm'
import { holdsText } from '../../../db/conditions'
import { franchises } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'
import { ok } from '../../http/envelope'
import type { Once } from '../../http/idempotency'
import type { Listing } from '../../http/listing'
import { isoTime } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { newId } from '../../lib/ids'
import { basisPointsFromPercent, percentFromBasisPoints } from '../../lib/percent'
import { recordActivity } from '../activity/record'
import { findFranchise } from './area'
import type { Franchise, FranchiseChange, FranchiseInput, FranchiseQuery } from './model'
import { askAboutFranchise } from './visits'
import { replaceZips, zipsOf, zipsOfMany } from './zips'

type Row = typeof franchises.$inferSelect
type RowWithZips = Row & { areaZips: string[] }

export async function addFranchise(
  { store, clock }: Deps,
  input: FranchiseInput,
  actor: string,
  once: Once,
): Promise<Franchise> {
  const now = clock.now()
  const { areaZips, taxPercent, ...rest } = input
  return store.write(async (tx) => {
    const row = { id: newId(), ...rest, taxBasisPoints: points(taxPercent), createdAt: now, updatedAt: now }
    const [added] = await tx.insert(franchises).values(row).returning()
    await replaceZips(tx, row.id, areaZips)
    await recordActivity(tx, now, {
      type: 'franchise.added',
      actor,
      summary: `Franchise ${row.name} was added`,
    })
    const answer = presentFranchise({ ...added!, areaZips })
    await once.settle(tx, 201, ok(answer))
    return answer
  })
}

export async function changeFranchise(
  { store, clock }: Deps,
  id: string,
  change: FranchiseChange,
  actor: string,
): Promise<Franchise> {
  const now = clock.now()
  const { areaZips, taxPercent, ...rest } = change
  const tax = taxPercent === undefined ? {} : { taxBasisPoints: points(taxPercent) }
  return store.write(async (tx) => {
    const fields = { ...rest, ...tax, updatedAt: now }
    const [changed] = await tx.update(franchises).set(fields).where(eq(franchises.id, id)).returning()
    if (!changed) throw missing('Franchise')
    if (areaZips) await replaceZips(tx, id, areaZips)
    if (rest.active !== undefined || rest.blackoutDates || rest.timeZone) await askAboutFranchise(tx, now, id)
    const summary = `Franchise ${changed.name} was changed: ${Object.keys(change).join(', ')}`
    await recordActivity(tx, now, { type: 'franchise.changed', actor, summary })
    return presentFranchise({ ...changed, areaZips: await zipsOf(tx, id) })
  })
}

export async function readFranchise({ store }: Deps, id: string): Promise<Franchise> {
  const [row] = await store.read.select().from(franchises).where(eq(franchises.id, id)).limit(1)
  if (!row) throw missing('Franchise')
  return presentFranchise({ ...row, areaZips: await zipsOf(store.read, id) })
}

/** Newest first: ids are ordered by time. */
export function listFranchises(
  { store }: Deps,
  { active, q }: FranchiseQuery,
): Listing<RowWithZips, Franchise> {
  const { read } = store
  return {
    kinds: ['string'],
    position: (row) => [row.id],
    present: presentFranchise,
    async rows(limit, after) {
      const rows = await read
        .select()
        .from(franchises)
        .where(
          and(
            after ? lt(franchises.id, String(after[0])) : undefined,
            active === undefined ? undefined : eq(franchises.active, active),
            q === undefined ? undefined : holdsText(franchises.name, q),
          ),
        )
        .orderBy(desc(franchises.id))
        .limit(limit)
      const ids = rows.map(({ id }) => id)
      const zips = await zipsOfMany(read, ids)
      return rows.map((row) => ({ ...row, areaZips: zips.get(row.id) ?? [] }))
    },
  }
}

/** For what refers to a franchise by id: an unknown one is refused with 404. */
export async function requireFranchise(db: Db, id: string) {
  const franchise = await findFranchise(db, id)
  if (!franchise) throw missing('Franchise')
  return franchise
}

function presentFranchise(row: RowWithZips): Franchise {
  const { taxBasisPoints, demo: _, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    taxPercent: percentFromBasisPoints(taxBasisPoints),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

/** The schema has made sure that it is exact. */
const points = (percent: number): number => basisPointsFromPercent(percent) ?? 0
