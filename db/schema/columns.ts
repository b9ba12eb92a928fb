import { sql, type SQL } from 'drizzle-orm'
import { integer, real, text, type SQLiteColumn } from 'drizzle-orm/sqlite-core'

/** Milliseconds since 1970, UTC: the one way moments are stored. */
export const instant = (name: string) => integer(name)

/** Whole cents: the one way amounts are stored. */
export const cents = (name: string) => integer(name)

export const flag = (name: string) => integer(name, { mode: 'boolean' })

export const json = <T>(name: string) => text(name, { mode: 'json' }).$type<T>()

export const degrees = (name: string) => real(name)

/** When a row was made and last changed. */
export const stamps = () => ({
  createdAt: instant('created_at').notNull(),
  updatedAt: instant('updated_at').notNull(),
})

/** Marks the rows of the demo company, so that they can be taken out again. */
export const demo = () => flag('demo').notNull().default(false)

/**
 * The condition that a column holds one of some words. Not as an IN list, which SQLite makes a table of
 * for every row that is written: that cost a booking more than its indexes.
 */
export function oneOf(column: SQLiteColumn, words: readonly string[]): SQL {
  const cases = words.map((word) => sql`${column} = ${sql.raw(`'${word}'`)}`)
  return sql`(${sql.join(cases, sql` OR `)})`
}
