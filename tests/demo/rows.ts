import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import * as schema from '../../db/schema'
import type { Db } from '../../db/store'

export async function countRows(db: Db, table: string, where = '1'): Promise<number> {
  const [row] = await db.all<{ rows: number }>(
    sql.raw(`SELECT count(*) AS rows FROM ${table} WHERE ${where}`),
  )
  return row?.rows ?? 0
}

/**
 * Rows that are nobody's data: the first start's mark, the activity log, and answers stored for repeated
 * requests.
 */
const aside = ['settings', 'activity', 'rate_hits', 'idempotency_keys', 'task_runs', 'commit_marks']

/** The number of rows in each table that has any. */
export async function population(db: Db): Promise<Record<string, number>> {
  const found: Record<string, number> = {}
  for (const table of Object.values(schema).filter((one) => is(one, SQLiteTable))) {
    const name = getTableName(table)
    const rows = await db.$count(table)
    if (rows > 0 && !aside.includes(name)) found[name] = rows
  }
  return found
}
