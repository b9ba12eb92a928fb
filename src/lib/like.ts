import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Whether a column holds the text somewhere, ignoring case; `%` and `_` in it stand for themselves. */
export function holdsText(column: AnySQLiteColumn, text: string): SQL {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
  return sql`${column} LIKE ${pattern} ESCAPE '\\'`
}
