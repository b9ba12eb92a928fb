import { sql, type SQL } from 'drizzle-orm'
import { integer, real, text, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Moments are always stored as milliseconds since 1970, UTC. */
export const instant = (name: string) => integer(name)

/** Amounts are always stored as whole cents. */
export const cents = (name: string) => integer(name)

export const flag = (name: string) => integer(name, { mode: 'boolean' })

export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const degrees = (name: string) => real(name)

/** When a row was created and last changed. */
export const stamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Marks rows of the demo company, so they can be removed. */
export const demo = () => flag('demo').notNull().default(false)

/**
 * Checks that a column has one of some values. SQLite would build a table for an IN list on every write,
 * which cost a booking more than its indexes.
 */
export function oneOf(column: SQLiteColumn, words: readonly string[]): SQL {
  const cases = words.map((word) => sql`${column} = ${sql.raw(`'${word}'`)}`)
  return sql`(${sql.join(cases, sql` OR `)})`
}
