import { sql, getTableColumns, type Placeholder } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { Db } from './store'

/** What a Drizzle builder offers once it is complete. */
interface Preparable {
  prepare(): Runnable
}
interface Runnable {
  run(values?: Record<string, unknown>): unknown
  get(values?: Record<string, unknown>): unknown
  all(values?: Record<string, unknown>): unknown
}
type RowOf<Q> = Q extends { prepare(): { all(values?: Record<string, unknown>): Promise<(infer Row)[]> } }
  ? Row
  : never

const cacheKey = Symbol('prepared statements')
type Tuning = (statement: Runnable) => Runnable
type Caching = { [cacheKey]?: { known: Map<unknown, Runnable>; tune: Tuning } }

/** Lets a handle that lives as long as the process keep its prepared statements, tuned by its engine. */
export function keepPrepared(db: Db, tune: Tuning = (statement) => statement): void {
  ;(db as Caching)[cacheKey] = { known: new Map(), tune }
}

/**
 * A statement built and compiled once per connection: building one with Drizzle costs some 250 µs,
 * running a prepared one some 5. Handles that live for one transaction only build it anew.
 */
export function prepared<Q extends Preparable>(build: (db: Db) => Q) {
  const statement = (db: Db): Runnable => {
    const kept = (db as Caching)[cacheKey]
    if (!kept) return build(db).prepare()
    const known = kept.known.get(build)
    if (known) return known
    const fresh = kept.tune(build(db).prepare())
    kept.known.set(build, fresh)
    return fresh
  }
  return {
    run: async (db: Db, values?: Record<string, unknown>): Promise<void> => {
      await statement(db).run(values)
    },
    get: async (db: Db, values?: Record<string, unknown>): Promise<RowOf<Q> | undefined> =>
      (await statement(db).get(values)) as RowOf<Q> | undefined,
    all: async (db: Db, values?: Record<string, unknown>): Promise<RowOf<Q>[]> =>
      (await statement(db).all(values)) as RowOf<Q>[],
  }
}

/** Placeholders for the columns of a table, all or those named, so that an insert takes a row by name. */
export function everyColumn<T extends SQLiteTable>(
  table: T,
  names: readonly (keyof T['$inferInsert'] & string)[] = Object.keys(getTableColumns(table)),
): T['$inferInsert'] {
  const placeholders = names.map((name): [string, Placeholder] => [name, sql.placeholder(name)])
  return Object.fromEntries(placeholders)
}
