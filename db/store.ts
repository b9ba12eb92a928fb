import { sql, getTableColumns, type Placeholder } from 'drizzle-orm'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * A Drizzle handle in the shape every engine shares. Typed as asynchronous although the local engine
 * answers at once: code that awaits runs unchanged on a database server.
 */
export type Db = BaseSQLiteDatabase<'async', unknown>

/** The handle of one unit of writes. It goes dead when the unit ends. */
export type Tx = Db

export type Unit<T> = (tx: Tx) => Promise<T> | T

export interface Store {
  readonly engine: 'local' | 'libsql'
  /** Reads, anywhere, any time. Never write through it. */
  readonly read: Db
  /**
   * The only way to write. Resolves once the unit is on disk; a unit that throws undoes itself alone. A unit
   * may be run more than once before it is kept, so it changes nothing outside the store.
   */
  write<T>(unit: Unit<T>): Promise<T>
  /** A consistent, verified copy of the data, made while serving. Returns its size in bytes. */
  backup(to: string): Promise<number>
  /** Overwrites what was deleted wherever it may still be read. False while somebody reads: try again. */
  scrub(): Promise<boolean>
  health(): Promise<StoreHealth>
  close(): Promise<void>
}

export interface StoreHealth {
  up: boolean
  latencyMs: number
}

export interface StoreOptions {
  /** Names and refuses units that await anything but the store. Meant for development and tests. */
  strict?: boolean
  /** Test stores may skip waiting for the disk; everything else keeps the default. */
  durable?: boolean
  warn?: (message: string) => void
}

/** The store could not take or keep the data: disk full, file damaged, server gone. */
export class StoreError extends Error {
  override name = 'StoreError'
}

/** SQLite's own text for a broken constraint, on either engine; null for any other failure. */
export function brokenConstraint(error: unknown): string | null {
  // The deepest cause is the database's own; those around it may quote what a customer sent.
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  if (!(deepest instanceof Error)) return null
  const text = deepest.message
  const named = /(?:UNIQUE|CHECK|FOREIGN KEY|NOT NULL|PRIMARY KEY) constraint failed(?::? ?[\w., :-]*)?/.exec(
    text,
  )
  return named?.[0] ?? /truckroll:[\w-]+/.exec(text)?.[0] ?? null
}

/** A unit of writes somebody waits for. */
export interface Waiting {
  unit: Unit<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  /** Where `write` was called, kept in strict mode to name a unit that misbehaves. */
  calledFrom: string | undefined
}

export type Outcome = { waiting: Waiting; value: unknown } | { waiting: Waiting; error: unknown }

/** Tells everybody how their unit ended; called once that is on disk. */
export function settle(outcomes: Outcome[]): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) outcome.waiting.reject(outcome.error)
    else outcome.waiting.resolve(outcome.value)
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** The line outside the store that asked for a unit. */
export function callSite(): string {
  const frames = new Error('call site').stack?.split('\n') ?? []
  const outside = frames.find(
    (frame) =>
      /[/\\]/.test(frame) &&
      /:\d+/.test(frame) &&
      !/[/\\]db[/\\](?:local[/\\]|libsql[/\\]|store\.)/.test(frame),
  )
  return outside?.trim().replace(/^at /, '') ?? 'unknown place'
}

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
 * running a prepared one some 5. Handles that live for one transaction build it each time.
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

/** The one row of a statement that always gives one: an insert, a count, a look-up of what must be there. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The statement gave no row')
  return row
}

/** Whether a row says everything in a change already: then nothing is written, recorded or told. */
export function isUnchanged<T extends object>(row: T, change: Partial<T>): boolean {
  const fields = Object.entries(change) as [keyof T, unknown][]
  return fields.every(([name, value]) => value === undefined || Bun.deepEquals(value, row[name]))
}

/** Placeholders for the columns of a table, all or those named, so that an insert takes a row by name. */
export function placeholders<T extends SQLiteTable>(
  table: T,
  names: readonly (keyof T['$inferInsert'] & string)[] = Object.keys(getTableColumns(table)),
): T['$inferInsert'] {
  return Object.fromEntries(names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]))
}

/** Time-ordered UUIDs: new rows land at the end of an index, and a list by id is a list by age. */
export const newId = (): string => Bun.randomUUIDv7()
