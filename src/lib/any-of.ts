import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Whether a column is one of these. A list of any length goes in as one value, where parameters have a limit. */
export const isAnyOf = (column: SQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`
