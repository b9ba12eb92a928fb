import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import { customerAddresses, customers, jobs } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import type { Actor } from '../../lib/actor'
import { isoTimeOrNull } from '../../lib/clock'
import { missing } from '../../lib/errors'
import { oneLine } from '../../lib/text'
import { recordActivity } from '../office'
import { ownerOf, touchFile } from './file'
import type { AddressInput, AddressRemoval, SavedAddress } from './file-model'
import { isSamePlace, spelledAlike } from './twins'

type Row = typeof customerAddresses.$inferSelect
type JobRow = typeof jobs.$inferSelect

interface Found extends Omit<SavedAddress, 'lastUsedAt'> {
  key: string
  /** When a job or a person last named it. */
  namedAt: number
  lastUsedAt: number | null
}

/** A customer with thousands of jobs has used few addresses lately. */
const jobsRead = 200

/**
 * The addresses of a customer, the latest first: those of their jobs, with labels, and those that someone added.
 * A franchise gets the ones of its own jobs.
 */
export async function addressesOf(
  db: Db,
  customerId: string,
  franchiseId: string | null,
): Promise<SavedAddress[]> {
  const found = new Map<string, Found>()
  const add = (one: Omit<Found, 'key'>) => {
    const key = spelledAlike(one.address)
    const known = found.get(key)
    if (!known) found.set(key, { ...one, key })
    else
      found.set(key, {
        ...known,
        label: known.label ?? one.label,
        gateCode: known.gateCode ?? one.gateCode,
        pets: known.pets ?? one.pets,
        jobs: known.jobs + one.jobs,
        namedAt: Math.max(known.namedAt, one.namedAt),
        lastUsedAt: known.lastUsedAt ?? one.lastUsedAt,
      })
  }
  for (const { address, count, at } of await placesOfJobs(db, customerId, franchiseId))
    add({ address, ...noNotes, jobs: count, namedAt: at, lastUsedAt: at })
  const saved = await savedRows(db, customerId, franchiseId)
  for (const { address, savedAt, removedAt, ...row } of saved)
    if (removedAt === null) add({ address, ...notesOf(row), jobs: 0, namedAt: savedAt, lastUsedAt: null })
  const own = franchiseId === null ? await ownAddress(db, customerId) : null
  if (own !== null) add({ address: own, ...noNotes, jobs: 0, namedAt: 0, lastUsedAt: null })
  const removed = new Map(
    saved
      .filter((row) => row.franchiseId === ownerOf(franchiseId) && row.removedAt !== null)
      .map(({ key, removedAt }) => [key, removedAt ?? 0]),
  )
  return [...found.values()]
    .filter(({ key, namedAt }) => namedAt > (removed.get(key) ?? -1))
    .toSorted((one, other) => (other.lastUsedAt ?? 0) - (one.lastUsedAt ?? 0))
    .map(({ address, jobs: count, lastUsedAt, ...one }) => ({
      address,
      ...notesOf(one),
      jobs: count,
      lastUsedAt: isoTimeOrNull(lastUsedAt),
    }))
}

type Notes = Pick<Row, 'label' | 'gateCode' | 'pets'>
const noNotes: Notes = { label: null, gateCode: null, pets: null }
const notesOf = ({ label, gateCode, pets }: Notes): Notes => ({ label, gateCode, pets })

/** For callers who only read about customers: a gate code is for those who send technicians there. */
export const withoutCodes = (addresses: readonly SavedAddress[]): SavedAddress[] =>
  addresses.map((one) => ({ ...one, gateCode: null }))

/** How to get in at an address of a customer, for the technician who goes there: what the franchise wrote, else HQ. */
export async function accessTo(
  db: Db,
  { customerId, franchiseId, address }: Pick<JobRow, 'customerId' | 'franchiseId' | 'address'>,
): Promise<Pick<Notes, 'gateCode' | 'pets'>> {
  if (customerId === null) return { gateCode: null, pets: null }
  const rows = await db
    .select()
    .from(customerAddresses)
    .where(
      and(
        eq(customerAddresses.customerId, customerId),
        inArray(customerAddresses.franchiseId, ['', ownerOf(franchiseId)]),
        isNull(customerAddresses.removedAt),
      ),
    )
    .orderBy(desc(customerAddresses.franchiseId))
  const key = spelledAlike(address)
  const there = rows
    .filter((row) => isSamePlace(row.address, address))
    // Another apartment in the house may have its own code.
    .toSorted((one, other) => Number(other.key === key) - Number(one.key === key))
  const first = (name: 'gateCode' | 'pets') => there.find((row) => row[name] !== null)?.[name] ?? null
  return { gateCode: first('gateCode'), pets: first('pets') }
}

function placesOfJobs(db: Db, customerId: string, franchiseId: string | null) {
  const own = franchiseId === null ? sql`` : sql`AND ${jobs.franchiseId} = ${franchiseId}`
  return db.all<{ address: string; at: number; count: number }>(sql`
    SELECT address, max(created_at) AS at, count(*) AS count FROM (
      SELECT address, created_at, seq FROM ${jobs} WHERE ${jobs.customerId} = ${customerId} ${own}
      ORDER BY seq DESC LIMIT ${jobsRead})
    GROUP BY address ORDER BY max(seq) DESC`)
}

/** HQ's own come first, so that HQ sees its own labels. */
const savedRows = (db: Db, customerId: string, franchiseId: string | null): Promise<Row[]> =>
  db
    .select()
    .from(customerAddresses)
    .where(
      and(
        eq(customerAddresses.customerId, customerId),
        franchiseId === null ? undefined : eq(customerAddresses.franchiseId, franchiseId),
      ),
    )
    .orderBy(customerAddresses.franchiseId, customerAddresses.savedAt)

async function ownAddress(db: Db, customerId: string): Promise<string | null> {
  const [found] = await db
    .select({ address: customers.address })
    .from(customers)
    .where(eq(customers.id, customerId))
    .limit(1)
  return found?.address ?? null
}

/** Adds an address, or changes the notes about one. Notes that are left out stay as they are. */
export async function saveAddress(
  { store, clock }: Deps,
  customerId: string,
  { address, franchiseId = null, ...input }: AddressInput,
  actor: Actor,
): Promise<SavedAddress[]> {
  const now = clock.now()
  return store.write(async (tx) => {
    await touchFile(tx, now, customerId)
    const shown = oneLine(address).trim()
    const row = { customerId, franchiseId: ownerOf(franchiseId), key: spelledAlike(shown), address: shown }
    await putAddress(tx, { ...row, savedAt: now, removedAt: null }, givenOf(input))
    await recordAddress(tx, now, {
      customerId,
      franchiseId,
      actor,
      summary: 'Saved an address of a customer',
    })
    return addressesOf(tx, customerId, franchiseId)
  })
}

export async function removeAddress(
  { store, clock }: Deps,
  customerId: string,
  { address, franchiseId = null }: AddressRemoval,
  actor: Actor,
): Promise<SavedAddress[]> {
  const now = clock.now()
  return store.write(async (tx) => {
    await touchFile(tx, now, customerId)
    const key = spelledAlike(address)
    const known = await addressesOf(tx, customerId, franchiseId)
    const found = known.find((one) => spelledAlike(one.address) === key)
    if (!found) throw missing('Address')
    const row = { customerId, franchiseId: ownerOf(franchiseId), key, address: found.address }
    await putAddress(tx, { ...row, savedAt: now, removedAt: now }, noNotes)
    await recordAddress(tx, now, {
      customerId,
      franchiseId,
      actor,
      summary: 'Removed an address of a customer',
    })
    return addressesOf(tx, customerId, franchiseId)
  })
}

const givenOf = ({ label, gateCode, pets }: Omit<AddressInput, 'address'>): Partial<Notes> => ({
  ...(label !== undefined && { label }),
  ...(gateCode !== undefined && { gateCode }),
  ...(pets !== undefined && { pets }),
})

async function putAddress(tx: Tx, row: Omit<Row, keyof Notes>, notes: Partial<Notes>): Promise<void> {
  const { address, savedAt, removedAt } = row
  await tx
    .insert(customerAddresses)
    .values({ ...row, ...notes })
    .onConflictDoUpdate({
      target: [customerAddresses.customerId, customerAddresses.franchiseId, customerAddresses.key],
      set: { address, savedAt, removedAt, ...notes },
    })
}

/** The address itself and how to get in stay out of the activity log. */
function recordAddress(
  tx: Tx,
  now: number,
  about: { customerId: string; franchiseId: string | null; actor: Actor; summary: string },
): Promise<void> {
  const { customerId: id, franchiseId, actor, summary } = about
  return recordActivity(tx, now, {
    type: 'customer.addresses-changed',
    actor,
    summary,
    subject: { kind: 'customer', id, name: 'a customer' },
    franchiseId,
  })
}
