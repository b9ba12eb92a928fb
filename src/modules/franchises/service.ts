import { and, desc, eq, lt, asc, inArray, isNull, sql, gt } from 'drizzle-orm'
import { holdsText } from '../../../db/conditions'
import { franchises, franchiseZips, jobs } from '../../../db/schema'
import { isUnchanged, type Db, type Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Listing } from '../../http/listing'
import type { Actor } from '../../lib/actor'
import { localDateAt } from '../../lib/calendar'
import { isoTime, day } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { planned } from '../../lib/job-states'
import { basisPointsFromPercent, percentFromBasisPoints } from '../../lib/money'
import { storedHolidays } from '../../settings/hours'
import { changesOf, changedFields, recordActivity, clearTodo, keepTodo } from '../office'
import { findFranchise } from './find'
import type { Franchise, FranchiseChange, FranchiseQuery } from './model'
import { requireFreeSlug } from './slugs'

type Row = typeof franchises.$inferSelect
type RowWithZips = Row & { areaZips: string[] }

export async function changeFranchise(
  { store, clock }: Deps,
  id: string,
  change: FranchiseChange,
  actor: Actor,
): Promise<Franchise> {
  const now = clock.now()
  const { areaZips, taxPercent, ...rest } = change
  const tax = taxPercent === undefined ? {} : { taxBasisPoints: points(taxPercent) }
  return store.write(async (tx) => {
    const [known] = await tx.select().from(franchises).where(eq(franchises.id, id)).limit(1)
    if (!known) throw missing('Franchise')
    const before = { ...known, areaZips: await zipsOf(tx, id) }
    if (rest.slug !== undefined) await requireFreeSlug(tx, rest.slug, id)
    const fields = { ...rest, ...tax }
    if (isUnchanged(before, { ...fields, areaZips: areaZips?.toSorted() })) return presentFranchise(before)
    const changed = { ...known, ...fields, updatedAt: now }
    await tx.update(franchises).set(changed).where(eq(franchises.id, id))
    if (areaZips) await replaceZips(tx, id, areaZips)
    if (rest.active !== undefined || rest.blackoutDates || rest.timeZone)
      await askAboutVisitsWhileClosed(tx, now, id)
    const summary = `Changed franchise ${changed.name}: ${changedFields(change)}`
    const changes = changesOf(known, changed, shownFields)
    const about = aboutFranchise(changed)
    await recordActivity(tx, now, { type: 'franchise.changed', actor, summary, ...about, changes })
    return presentFranchise({ ...changed, areaZips: await zipsOf(tx, id) })
  })
}

const shownFields = [
  'name',
  'slug',
  'active',
  'timeZone',
  'taxBasisPoints',
  'blackoutDates',
  'visitMoves',
] as const

/** A franchise as the activity log names it. */
export const aboutFranchise = ({ id, name }: Pick<Row, 'id' | 'name'>) => ({
  subject: { kind: 'franchise' as const, id, name },
  franchiseId: id,
})

export async function readFranchise({ store }: Deps, id: string): Promise<Franchise> {
  const [row] = await store.read.select().from(franchises).where(eq(franchises.id, id)).limit(1)
  if (!row) throw missing('Franchise')
  return presentFranchise({ ...row, areaZips: await zipsOf(store.read, id) })
}

/** Newest first, because ids are ordered by time. */
export function listFranchises(
  { store }: Deps,
  { active, q, franchiseId }: FranchiseQuery,
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
            franchiseId === undefined ? undefined : eq(franchises.id, franchiseId),
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

/** Refuses an unknown franchise id with 404. */
export async function requireFranchise(db: Db, id: string) {
  const franchise = await findFranchise(db, id)
  if (!franchise) throw missing('Franchise')
  return franchise
}

/** Connects a franchise to its processor account. Returns whether it had none before. */
export async function connectAccount(tx: Tx, now: number, id: string, accountId: string): Promise<boolean> {
  const connected = await tx
    .update(franchises)
    .set({ accountId, updatedAt: now })
    .where(and(eq(franchises.id, id), isNull(franchises.accountId)))
    .returning({ id: franchises.id })
  return connected.length > 0
}

type AccountFlags = Pick<Row, 'chargesEnabled' | 'payoutsEnabled' | 'detailsSubmitted'>

/** Stores the capabilities the processor reports for the franchise's account. */
export async function setAccountFlags(tx: Tx, now: number, id: string, flags: AccountFlags): Promise<void> {
  await tx
    .update(franchises)
    .set({ ...flags, updatedAt: now })
    .where(eq(franchises.id, id))
}

export function presentFranchise(row: RowWithZips): Franchise {
  const { taxBasisPoints, demo: _, createdAt, updatedAt, ...rest } = row
  return {
    ...rest,
    taxPercent: percentFromBasisPoints(taxBasisPoints),
    createdAt: isoTime(createdAt),
    updatedAt: isoTime(updatedAt),
  }
}

/** Exact, because the schema has already checked it. */
export const points = (percent: number): number => basisPointsFromPercent(percent) ?? 0

/** Replaces all ZIP codes of the area. */
export async function replaceZips(tx: Tx, franchiseId: string, zips: string[]): Promise<void> {
  await tx.delete(franchiseZips).where(eq(franchiseZips.franchiseId, franchiseId))
  // One statement for all of them, because an area may have thousands.
  await tx.run(
    sql`INSERT INTO ${franchiseZips} (zip, franchise_id) SELECT value, ${franchiseId} FROM json_each(${JSON.stringify(zips)})`,
  )
}

export async function zipsOf(db: Db, franchiseId: string): Promise<string[]> {
  return (await zipsOfMany(db, [franchiseId])).get(franchiseId) ?? []
}

export async function zipsOfMany(db: Db, franchiseIds: string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .select()
    .from(franchiseZips)
    .where(inArray(franchiseZips.franchiseId, franchiseIds))
    .orderBy(asc(franchiseZips.franchiseId), asc(franchiseZips.zip))
  const zips = new Map<string, string[]>(franchiseIds.map((id) => [id, []]))
  for (const { franchiseId, zip } of rows) zips.get(franchiseId)?.push(zip)
  return zips
}

type OpenDays = Pick<typeof franchises.$inferSelect, 'id' | 'name' | 'active' | 'timeZone' | 'blackoutDates'>

/**
 * Visits stay on the schedule when their franchise closes, for a day or for good; HQ decides what happens.
 */
export async function askAboutVisitsWhileClosed(tx: Tx, now: number, id: string): Promise<void> {
  const [franchise] = await tx.select().from(franchises).where(eq(franchises.id, id)).limit(1)
  const visits = franchise ? await visitsWhileClosed(tx, now, franchise) : 0
  if (!franchise || visits === 0) return clearTodo(tx, now, 'franchise.closed', id)
  const count = `${visits} ${visits === 1 ? 'visit' : 'visits'}`
  await keepTodo(tx, now, {
    kind: 'franchise.closed',
    subject: id,
    title: franchise.active
      ? `Move ${count}: ${franchise.name} is closed then`
      : `Move ${count}: ${franchise.name} is no longer active`,
    detail: 'Move them to another day, or give them to another franchise.',
    franchiseId: id,
  })
}

/** Asks about the visits of every franchise when the company's holidays change. */
export function watchHolidays(deps: Deps): void {
  let known = deps.settings.hours.holidays
  deps.settings.watch(() => {
    const { holidays } = deps.settings.hours
    if (Bun.deepEquals(known, holidays)) return
    known = holidays
    deps.background.run('visits on holidays', () => askAboutEveryFranchise(deps))
  })
}

async function askAboutEveryFranchise({ store, clock }: Deps): Promise<void> {
  const all = await store.read.select({ id: franchises.id }).from(franchises)
  for (const { id } of all) await store.write((tx) => askAboutVisitsWhileClosed(tx, clock.now(), id))
}

async function visitsWhileClosed(tx: Tx, now: number, franchise: OpenDays): Promise<number> {
  const { id, active, timeZone } = franchise
  const closed = new Set([...franchise.blackoutDates, ...(await storedHolidays(tx))])
  if (active && closed.size === 0) return 0
  const visits = await tx
    .select({ start: jobs.scheduledStart })
    .from(jobs)
    .where(
      and(
        // A visit lasts at most a day, so only recent index entries are read.
        gt(jobs.scheduledStart, now - day),
        gt(jobs.scheduledEnd, now),
        eq(jobs.franchiseId, id),
        inArray(jobs.status, planned),
      ),
    )
  return visits.filter(({ start }) => !active || (start !== null && closed.has(localDateAt(start, timeZone))))
    .length
}
