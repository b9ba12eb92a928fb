import { sql, getTableColumns, type Placeholder } from 'drizzle-orm'
import type { BaseSQLiteDatabase, SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * A Drizzle handle in the form all engines share. It is typed as asynchronous although the local engine
 * answers at once, so code that awaits also works on a database server.
 */
export type Db = BaseSQLiteDatabase<'async', unknown>

/** The handle of one unit of writes. It stops working when the unit ends. */
export type Tx = Db

export type Unit<T> = (tx: Tx) => Promise<T> | T

export interface Store {
  readonly engine: 'local' | 'libsql'
  /** Use this for reads anywhere, and never to write. */
  readonly read: Db
  /**
   * The only way to write. Resolves once the unit is on disk. A unit that throws undoes only itself. A unit
   * may run more than once before it is saved, so it must change nothing outside the store.
   */
  write<T>(unit: Unit<T>): Promise<T>
  /** Makes a consistent, verified copy while the service runs, and returns its size in bytes. */
  backup(to: string, keeping?: Keeping): Promise<number>
  /**
   * Overwrites deleted data wherever it could still be read. Returns false while someone is reading; try
   * again then.
   */
  scrub(): Promise<boolean>
  health(): Promise<StoreHealth>
  /** Whether a database server is known not to answer. A request would fail at once. */
  isDown(): boolean
  /** The number of units that are waiting for their turn. */
  queued(): number
  /** Gives back the memory that only past work needed. */
  rest(): void
  /** Names the one function that hears of every COMMIT. */
  watch(watcher: CommitWatcher): void
  close(): Promise<void>
}

/** A lasting copy survives a power cut. A scratch copy is read at once and deleted, so it never waits for the disk. */
export type Keeping = 'lasting' | 'scratch'

export interface StoreHealth {
  up: boolean
  latencyMs: number
}

/** Hears how many units shared a COMMIT, how long all of it took, and whether it failed. */
export type CommitWatcher = (units: number, ms: number, failed: boolean) => void

export interface StoreOptions {
  /** Reports and refuses units that await anything but the store, for development and tests. */
  strict?: boolean
  /** Tests can skip waiting for the disk. */
  durable?: boolean
  /** A command opens the store next to the service and leaves the service's log alone. */
  guest?: boolean
  warn?: (message: string) => void
  /** How long a batch on a file accepts units. Tests about a batch need one that a busy machine doesn't end early. */
  batchMs?: number
}

/**
 * The store couldn't save or keep the data, for example because the disk is full, the file is damaged or the
 * server is gone.
 */
export class StoreError extends Error {
  override name = 'StoreError'
}

/**
 * The store can't be used for now: the server doesn't answer, another program holds the file, or the disk is
 * full.
 */
export class StoreUnavailable extends StoreError {
  /** A COMMIT was sent and not answered, so nobody knows whether the data was saved. */
  readonly mayBeSaved: boolean
  /** The log already has the outage, so it needs no line for each request. */
  readonly isReported: boolean

  constructor(message: string, options: ErrorOptions & { mayBeSaved?: boolean; isReported?: boolean } = {}) {
    super(message, options)
    this.mayBeSaved = options.mayBeSaved ?? false
    this.isReported = options.isReported ?? false
  }
}

/** Failures of the disk or of a lock, which pass without a change to the program or its data. */
const passing = /^SQLITE_(?:BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN)/

/** Why the store can't be used for now, if that's what failed, on either engine; null for any other failure. */
export function outageOf(error: unknown): StoreUnavailable | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof StoreUnavailable) return cause
    if ('code' in cause && passing.test(String(cause.code)))
      return new StoreUnavailable('The database is busy or its disk is full', { cause: error })
  }
  return null
}

/** SQLite's message for a violated constraint, on either engine; null for any other failure. */
export function brokenConstraint(error: unknown): string | null {
  // The deepest cause is the database's own error; the ones around it may quote a customer's input.
  let deepest = error
  while (deepest instanceof Error && deepest.cause instanceof Error) deepest = deepest.cause
  if (!(deepest instanceof Error)) return null
  const text = deepest.message
  const named = /(?:UNIQUE|CHECK|FOREIGN KEY|NOT NULL|PRIMARY KEY) constraint failed(?::? ?[\w., :-]*)?/.exec(
    text,
  )
  return named?.[0] ?? /truckroll:[\w-]+/.exec(text)?.[0] ?? null
}

/** A unit of writes that a caller waits for. */
export interface Waiting {
  unit: Unit<unknown>
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
}

export type Outcome = { waiting: Waiting; value: unknown } | { waiting: Waiting; error: unknown }

/** Settles the callers' promises; call it once the result is on disk. */
export function settle(outcomes: Outcome[]): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) outcome.waiting.reject(outcome.error)
    else outcome.waiting.resolve(outcome.value)
  }
}

export function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

/** Names a unit that misbehaves by its own words, which cost nothing until they are needed. */
export function strayed(unit: Unit<unknown>): StoreError {
  const words = unit.toString().replaceAll(/\s+/g, ' ').slice(0, 300)
  return new StoreError(
    'A unit of writes awaited something other than the store. ' +
      `Call providers and timers before or after the unit: ${words}`,
  )
}

/** A complete Drizzle query that can be prepared. */
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

/** Lets a long-lived handle keep its prepared statements, optimized by its engine. */
export function keepPrepared(db: Db, tune: Tuning = (statement) => statement): void {
  ;(db as Caching)[cacheKey] = { known: new Map(), tune }
}

/** Stands for a long-lived handle in all units that use it; undefined if each unit has a handle of its own. */
export const connectionOf = (db: Db): object | undefined => (db as Caching)[cacheKey]

/**
 * A statement built once per connection: building one with Drizzle takes about 250 µs, running a prepared one
 * about 5. Handles for one transaction build it each time.
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

/**
 * Inserts exactly the columns a row has, and the schema fills in the others: fewer columns bind faster. The
 * statement is built once for each set of columns, so no list of them can fall behind the schema.
 */
export function insertInto<T extends SQLiteTable>(table: T) {
  const known: { names: string[]; run(db: Db, row: Record<string, unknown>): Promise<void> }[] = []
  return (db: Db, row: T['$inferInsert']): Promise<void> => {
    const names = Object.keys(row)
    let insert = known.find((one) => isSameList(one.names, names))
    if (!insert) {
      insert = { names, ...prepared((on) => on.insert(table).values(placeholders(table, names))) }
      known.push(insert)
    }
    return insert.run(db, row)
  }
}

const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name, at) => name === other[at])

/** The row of a statement that always returns one, such as an insert or a count. */
export function onlyRow<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('The statement gave no row')
  return row
}

/** Whether a row already has all values of a change, so there is nothing to write, record or report. */
export function isUnchanged<T extends object>(row: T, change: Partial<T>): boolean {
  const fields = Object.entries(change) as [keyof T, unknown][]
  return fields.every(([name, value]) => value === undefined || Bun.deepEquals(value, row[name]))
}

/** Placeholders for all or some columns of a table, so an insert takes a row by name. */
export function placeholders<T extends SQLiteTable>(
  table: T,
  names: readonly string[] = Object.keys(getTableColumns(table)),
): T['$inferInsert'] {
  return Object.fromEntries(names.map((name): [string, Placeholder] => [name, sql.placeholder(name)]))
}

/** Time-ordered UUIDs: new rows go to the end of an index, and sorting by id sorts by age. */
export const newId = (): string => Bun.randomUUIDv7()
