import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../../db/schema'
import type { Db } from '../../db/store'
import { csvLine } from '../lib/csv'

export type Format = 'ndjson' | 'csv'

/** What is no business data: keys, caches, counters, and what can be reckoned from the rest. */
const leftOut = new Set([
  'commit_marks',
  'demo_keys',
  'idempotency_keys',
  'job_area_sums',
  'job_sums',
  'job_type_sums',
  'ledger_sums',
  'ledger_type_sums',
  'lookups',
  'outbox_files',
  'rate_hits',
  'summed_chunks',
  'verification_codes',
  'visit_sums',
  'worker_tokens',
])

export const exportedTables: { name: string; table: SQLiteTable }[] = Object.values(schema)
  .filter((table): table is (typeof schema)[keyof typeof schema] => is(table, SQLiteTable))
  .map((table) => ({ name: getTableName(table), table: table as SQLiteTable }))
  .filter(({ name }) => !leftOut.has(name))

type Cells = Parameters<typeof csvLine>[0]

const rowsPerPage = 2_000

/** Every row of a table in the order it was written, page by page. Returns how many there were. */
export async function writeTable(db: Db, table: SQLiteTable, file: string, format: Format): Promise<number> {
  const writer = Bun.file(file).writer()
  let last = 0
  let count = 0
  for (;;) {
    const page = await db
      .select({ row: table as never, rowid: sql<number>`rowid` })
      .from(table)
      .where(sql`rowid > ${last}`)
      .orderBy(sql`rowid`)
      .limit(rowsPerPage)
    const rows = page as { row: Record<string, unknown>; rowid: number }[]
    if (count === 0 && format === 'csv' && rows[0]) void writer.write(csvLine(Object.keys(rows[0].row)))
    for (const { row } of rows)
      void writer.write(format === 'csv' ? csvLine(Object.values(row) as Cells) : `${JSON.stringify(row)}\n`)
    await writer.flush()
    count += rows.length
    if (rows.length < rowsPerPage) break
    last = rows.at(-1)!.rowid
  }
  await writer.end()
  return count
}
