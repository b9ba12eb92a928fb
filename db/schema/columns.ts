import { integer, real, text } from 'drizzle-orm/sqlite-core'

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
