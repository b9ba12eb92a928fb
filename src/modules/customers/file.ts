import { eq, inArray, isNull, sql, type AnyColumn } from 'drizzle-orm'
import { customerAddresses, customerNotes, customers, customerTags } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { conflict } from '../../lib/errors'
import type { Merge, Person } from '../../lib/person'
import { requireCustomer } from './records'

/** The owner of a tag or an address, as stored: HQ's have no franchise. */
export const ownerOf = (franchiseId: string | null): string => franchiseId ?? ''

/**
 * Call this before a change to a customer's notes, tags or addresses. The customer counts as changed then, so that
 * undoing an import leaves them alone.
 */
export async function touchFile(tx: Tx, now: number, customerId: string): Promise<void> {
  const customer = await requireCustomer(tx, customerId)
  if (customer.erasedAt !== null) throw conflict('This customer was erased')
  if (customer.mergedInto !== null) throw conflict('This customer was merged into another one')
  await tx.update(customers).set({ updatedAt: now }).where(eq(customers.id, customerId))
}

/** Notes, tags and addresses go entirely. */
export async function forgetFile(tx: Tx, { ids }: Pick<Person, 'ids'>): Promise<void> {
  await tx.delete(customerNotes).where(inArray(customerNotes.customerId, ids))
  await tx.delete(customerTags).where(inArray(customerTags.customerId, ids))
  await tx.delete(customerAddresses).where(inArray(customerAddresses.customerId, ids))
}

/** The kept record gets everything; where both have a tag or a note about an address, its own stays. */
export async function mergeFile(tx: Tx, { from, into }: Pick<Merge, 'from' | 'into'>): Promise<void> {
  const customerId = into
  await tx.update(customerNotes).set({ customerId }).where(eq(customerNotes.customerId, from))
  const tags = await tx.delete(customerTags).where(eq(customerTags.customerId, from)).returning()
  for (const tag of tags)
    await tx
      .insert(customerTags)
      .values({ ...tag, customerId })
      .onConflictDoNothing()
  const places = await tx.delete(customerAddresses).where(eq(customerAddresses.customerId, from)).returning()
  for (const place of places)
    await tx
      .insert(customerAddresses)
      .values({ ...place, customerId })
      .onConflictDoUpdate({
        target: [customerAddresses.customerId, customerAddresses.franchiseId, customerAddresses.key],
        set: {
          label: ownElse(customerAddresses.label),
          gateCode: ownElse(customerAddresses.gateCode),
          pets: ownElse(customerAddresses.pets),
        },
        setWhere: isNull(customerAddresses.removedAt),
      })
}

const ownElse = (column: AnyColumn) => sql`coalesce(${column}, excluded.${sql.identifier(column.name)})`
