import { sql } from 'drizzle-orm'
import { onlyRow, type Db, type Tx } from './store'

type Index = 'customer_search' | 'job_search'

const command = (tx: Tx, index: Index, name: string, value: number) =>
  tx.run(sql`INSERT INTO ${sql.raw(index)} (${sql.raw(index)}, rank) VALUES (${name}, ${value})`)

/**
 * Runs changes of many rows without the work that an index does for each of them: to take a deleted word off
 * the disk at once, which is 200 times slower than to mark it, and to merge pages whenever enough have piled
 * up, which holds everyone up. Nobody finds the old words anymore. Call `mergePages` until it is done.
 */
export async function inBulk<T>(tx: Tx, index: Index, change: () => Promise<T>): Promise<T> {
  await command(tx, index, 'secure-delete', 0)
  await command(tx, index, 'automerge', 0)
  const result = await change()
  // SQLite writes the changes before it takes a setting, so only they are affected.
  await command(tx, index, 'automerge', 4)
  await command(tx, index, 'secure-delete', 1)
  return result
}

/** Pages written at once: about 5 ms of work. */
const pagesAtOnce = 16

/**
 * Merges some pages of an index that was changed in bulk, and says whether there may be more to merge. Only
 * merging all of them takes deleted words off the disk.
 */
export async function mergePages(tx: Tx, index: Index, which: 'many' | 'all'): Promise<boolean> {
  const before = await countChanges(tx)
  await command(tx, index, 'merge', which === 'all' ? -pagesAtOnce : pagesAtOnce)
  // The command itself counts as one change.
  return (await countChanges(tx)) - before > 1
}

const countChanges = async (tx: Tx): Promise<number> =>
  onlyRow(await tx.all<{ changes: number }>(sql`SELECT total_changes() AS changes`)).changes

/** The last row of an index, which is about how many it has. */
export const lastRowOf = async (db: Db, index: Index): Promise<number> =>
  onlyRow(await db.all<{ row: number }>(sql`SELECT coalesce(max(rowid), 0) AS row FROM ${sql.raw(index)}`))
    .row
