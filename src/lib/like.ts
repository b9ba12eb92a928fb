import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Text for a pattern with `ESCAPE '\\'`, in which `%` and `_` stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Whether a column holds the text somewhere, ignoring case. */
export function holdsText(column: AnySQLiteColumn, text: string): SQL {
  return sql`${column} LIKE ${`%${likeText(text)}%`} ESCAPE '\\'`
}
