import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** What comes before a position in the order of these columns. A row value, so that an index finds it. */
export function before(columns: AnySQLiteColumn[], position: readonly (string | number)[]): SQL {
  const values = position.map((value) => sql`${value}`)
  return sql`(${sql.join(columns, sql`, `)}) < (${sql.join(values, sql`, `)})`
}
