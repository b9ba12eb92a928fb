import { and, eq, isNull, sql } from 'drizzle-orm'
import { isAnyOf } from '../../../db/conditions'
import { inBulk } from '../../../db/full-text'
import { customers } from '../../../db/schema'
import type { Tx } from '../../../db/store'
import { addWords, nextSearchRow } from './search'
import type { Contact, Known } from './twins'

/** A customer as a file describes them. */
export interface ImportedCustomer extends Contact {
  notes: string | null
  emailOptOut: boolean
  smsOptOut: boolean
  /** Null counts from the import. */
  createdAt: number | null
}

/**
 * Adds customers in one statement, whatever their number. Nothing is announced, because subscribers and
 * customers shouldn't hear about history.
 */
export async function insertImported(
  tx: Tx,
  at: number,
  added: readonly (ImportedCustomer & { id: string })[],
): Promise<void> {
  if (added.length === 0) return
  const first = await nextSearchRow(tx)
  const rows = added.map((one, nth) => [
    one.id,
    one.name,
    one.email,
    one.phone,
    one.address,
    one.notes,
    Number(one.emailOptOut),
    Number(one.smsOptOut),
    one.createdAt ?? at,
    first + nth,
  ])
  await tx.run(sql`
    INSERT INTO customers (id, name, email, phone, address, notes, email_opt_out, sms_opt_out, created_at,
      search_row, searchable, updated_at)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7,
      value ->> 8, value ->> 9, 1, ${at}
    FROM json_each(${JSON.stringify(rows)})`)
  // The next rows of the file look for their twins in the indexes.
  await inBulk(tx, 'customer_search', () => addWords(tx, first, added))
}

/** The fields a merge may fill in, each with the value it must still have. An opt-out always counts. */
const blanks = {
  email: null,
  phone: null,
  address: null,
  notes: null,
  emailOptOut: false,
  smsOptOut: false,
} as const
type Fillable = keyof typeof blanks

/** The fields a file adds to a customer we know. Nothing we have is overwritten. */
export function missingFrom(
  customer: Known,
  found: ImportedCustomer,
): Partial<Pick<ImportedCustomer, Fillable>> {
  const names = Object.keys(blanks) as Fillable[]
  const missing = names.filter((name) => customer[name] === blanks[name] && found[name] !== blanks[name])
  return Object.fromEntries(missing.map((name) => [name, found[name]]))
}

export async function fillImported(
  tx: Tx,
  at: number,
  id: string,
  fields: Partial<Pick<ImportedCustomer, Fillable>>,
): Promise<void> {
  await tx
    .update(customers)
    .set({ ...fields, updatedAt: at })
    .where(eq(customers.id, id))
}

/** Takes back what a merge filled in, unless the customer has changed since. Says whether it did. */
export async function unfillImported(
  tx: Tx,
  at: number,
  { id, fields, updatedAt }: { id: string; fields: readonly string[]; updatedAt: number },
): Promise<boolean> {
  const names = fields.filter((name): name is Fillable => name in blanks)
  const before = Object.fromEntries(names.map((name) => [name, blanks[name]]))
  const restored = await tx
    .update(customers)
    .set({ ...before, updatedAt })
    .where(and(eq(customers.id, id), eq(customers.updatedAt, at), isNull(customers.erasedAt)))
    .returning({ id: customers.id })
  return restored.length > 0
}

/** Removes customers that only the import knows: unchanged since, and nobody was merged into them. */
export async function removeImported(tx: Tx, at: number, ids: readonly string[]): Promise<string[]> {
  const removed = await tx
    .delete(customers)
    .where(
      and(
        isAnyOf(customers.id, ids),
        eq(customers.updatedAt, at),
        isNull(customers.mergedInto),
        sql`${customers.id} NOT IN (SELECT other.merged_into FROM customers AS other WHERE other.merged_into IS NOT NULL)`,
      ),
    )
    .returning({ id: customers.id })
  return removed.map(({ id }) => id)
}
