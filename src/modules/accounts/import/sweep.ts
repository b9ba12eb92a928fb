import { and, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm'
import { mentions } from '../../../../db/conditions'
import { importRows, imports } from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day, hour } from '../../../lib/clock'
import type { Person } from '../../../lib/person'
import { undoableFor } from './rows'

/** A file that nobody imports goes after a day, because it is full of people. */
const unusedFor = day
/** An upload that takes longer was cut off. */
const longestUpload = hour
const rowsAtOnce = 2_000

/** Throws away files that were left lying, and journals that can no longer be undone. */
export async function sweepImports({ store, clock }: Deps): Promise<void> {
  const now = clock.now()
  await store.write((tx) =>
    tx
      .update(imports)
      .set({ state: 'undoing', position: imports.rows, updatedAt: now })
      .where(
        or(
          and(inArray(imports.state, ['ready', 'checking']), lte(imports.updatedAt, now - unusedFor)),
          and(eq(imports.state, 'reading'), lte(imports.updatedAt, now - longestUpload)),
        ),
      ),
  )
  const over = sql`SELECT ${imports.id} FROM ${imports} WHERE ${imports.state} = 'done' AND ${imports.finishedAt} <= ${now - undoableFor}`
  for (let more = true; more;)
    more = await store.write(async (tx) => {
      const gone = await tx.all(
        sql`DELETE FROM import_rows WHERE rowid IN (SELECT rowid FROM import_rows WHERE import_id IN (${over}) LIMIT ${rowsAtOnce}) RETURNING 1`,
      )
      return gone.length === rowsAtOnce
    })
}

/** Takes a person out of files that wait to be imported. Imported rows have no copy of them. */
export async function forgetInImports(tx: Tx, { words }: Person): Promise<void> {
  await tx.delete(importRows).where(and(isNotNull(importRows.cells), mentions(importRows.cells, words)))
}
