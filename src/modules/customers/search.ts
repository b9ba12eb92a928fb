import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { inBulk, lastRowOf, mergePages } from '../../../db/full-text'
import { customers, staleCustomers } from '../../../db/schema'
import type { Db, Tx } from '../../../db/store'
import type { Deps } from '../../deps'
import { isCustomerOf } from '../../http/scope'
import {
  addressWords,
  emailWords,
  nameWords,
  phoneWords,
  searchTiers,
  searchWords,
} from '../../lib/search-words'
import type { CustomerRow } from './records'

/** Whether a customer has all the words of a text, or this id. */
export function hasWords(text: string): SQL {
  const words = searchWords(text)
  if (words === null) return eq(customers.id, text)
  return sql`${customers.id} IN (SELECT id FROM customer_search WHERE customer_search MATCH ${words}
    UNION ALL SELECT ${text})`
}

/** Each match of a franchisee's search is checked, so only the newest are. Their jobs lead to the others. */
const mostLookedAt = 500

/** Finds customers for the search box: the best matches, the newest first. */
export async function findCustomers(
  db: Db,
  text: string,
  franchiseId: string | undefined,
  limit: number,
): Promise<CustomerRow[]> {
  const among = franchiseId === undefined ? undefined : isCustomerOf(customers.id, franchiseId)
  const found = new Map<string, CustomerRow>()
  for (const words of searchTiers(text)) {
    if (found.size >= limit) break
    const matches = sql`(SELECT rowid, id FROM customer_search WHERE customer_search MATCH ${words}
      ORDER BY rowid DESC LIMIT ${among ? mostLookedAt : limit}) AS match`
    const rows = await db
      .select()
      .from(matches)
      .crossJoin(customers)
      .where(and(sql`${customers.id} = match.id`, among))
      .orderBy(sql`match.rowid DESC`)
      .limit(limit)
    for (const { customers: row } of rows) if (!found.has(row.id)) found.set(row.id, row)
  }
  return [...found.values()].slice(0, limit)
}

const batchSize = 500

/**
 * Adds new and changed customers to the search indexes. Searches and quiet moments do this instead of
 * bookings, because keeping the indexes sorted would make a booking about 20% slower.
 */
export async function indexNewCustomers(deps: Pick<Deps, 'store'>): Promise<void> {
  while (await indexSomeCustomers(deps));
}

/** Indexes a batch, and says whether there was one. */
export async function indexSomeCustomers({ store }: Pick<Deps, 'store'>): Promise<boolean> {
  if ((await waiting(store.read, 1)).length === 0) return false
  await store.write(async (tx) => {
    const ids = (await waiting(tx, batchSize)).map(({ id }) => id)
    const rows = await tx.select().from(customers).where(inArray(customers.id, ids))
    await tx.delete(staleCustomers).where(inArray(staleCustomers.id, ids))
    await addToSearch(tx, rows)
  })
  return true
}

/** A constant condition, because SQLite uses a partial index only when the condition is spelled out. */
const waiting = (db: Db, limit: number) =>
  db.all<{ id: string }>(sql`
    SELECT id FROM (SELECT id FROM customers WHERE searchable = 0 LIMIT ${limit})
    UNION SELECT id FROM (SELECT id FROM stale_customers LIMIT ${limit}) LIMIT ${limit}`)

type Searched = Pick<CustomerRow, 'id' | 'name' | 'email' | 'phone' | 'address'> &
  Partial<Pick<CustomerRow, 'mergedInto' | 'erasedAt' | 'searchRow'>>

/** Adds customers whose old words are gone. Nobody finds those who were merged or erased. */
async function addToSearch(tx: Tx, rows: readonly Searched[]): Promise<void> {
  const first = await nextSearchRow(tx)
  const list = JSON.stringify(rows.map((row, nth) => [isFound(row) ? first + nth : null, row.id]))
  await addWords(tx, first, rows)
  await tx.run(sql`
    UPDATE customers SET searchable = 1, search_row = added.value ->> 0
    FROM json_each(${list}) AS added WHERE customers.id = added.value ->> 1`)
}

const isFound = ({ mergedInto, erasedAt }: Searched): boolean => !mergedInto && !erasedAt

export const nextSearchRow = async (tx: Tx): Promise<number> => (await lastRowOf(tx, 'customer_search')) + 1

/** Adds the words of customers, each in the row of the index that is its turn. */
export async function addWords(tx: Tx, first: number, rows: readonly Searched[]): Promise<void> {
  const words = rows.flatMap((row, nth) => {
    const { id, name, email, phone, address } = row
    const contact = `${emailWords(email ?? '')} ${phoneWords(phone ?? '')}`
    return isFound(row) ? [[first + nth, id, nameWords(name), contact, addressWords(address ?? '')]] : []
  })
  await tx.run(sql`
    INSERT INTO customer_search (rowid, id, name, contact, place)
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(${JSON.stringify(words)})`)
}

/**
 * Changes or removes many customers. An empty row keeps the number of the last one from being used again: a
 * word that is only marked as deleted would come back when the next owner of its number is deleted.
 */
export async function changeManyFound<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await tx.run(sql`
    INSERT INTO customer_search (rowid, id) SELECT rowid + 1, '' FROM customer_search
    WHERE rowid = (SELECT max(rowid) FROM customer_search) AND id <> ''`)
  return inBulk(tx, 'customer_search', change)
}

/** Merges some of the index of customers after changes in bulk, and says whether there may be more to merge. */
export async function mergeCustomerSearch(tx: Tx, which: 'many' | 'all'): Promise<boolean> {
  const hasMore = await mergePages(tx, 'customer_search', which)
  // No mark of a deleted word is left, so numbers can be used again.
  if (!hasMore && which === 'all')
    await tx.run(sql`
      DELETE FROM customer_search WHERE rowid = (SELECT max(rowid) FROM customer_search) AND id = ''`)
  return hasMore
}
