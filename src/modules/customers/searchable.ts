import { inArray, sql } from 'drizzle-orm'
import { customers } from '../../../db/schema'
import type { Db } from '../../../db/store'
import type { Deps } from '../../deps'

const bite = 2_000

/**
 * Puts new customers into the indexes by name and number. Bookings do not, searches do: names and numbers
 * come in no order, and writing each to its place would cost a booking a fifth of its time.
 */
export async function indexNewCustomers({ store }: Deps): Promise<void> {
  while ((await store.read.all(sql`${newest(store.read)} LIMIT 1`)).length > 0)
    await store.write((tx) =>
      tx
        .update(customers)
        .set({ searchable: true })
        .where(inArray(customers.id, sql`(${newest(tx)} LIMIT ${bite})`)),
    )
}

const newest = (db: Db) =>
  db
    .select({ id: customers.id })
    .from(customers)
    .where(sql`${customers.searchable} = 0`)
    .getSQL()
