import { Database, type Statement } from 'bun:sqlite'
import { Column, is, Param, Placeholder, SQL, type DriverValueDecoder } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MigrationTarget } from '../migrate'
import { keepPrepared, nextTurn, StoreError, type Db, type Store, type StoreOptions } from '../store'
import { backupInWorker, copyVerified } from './backup'
import { troubleWith } from './file'
import { UnitQueue } from './units'

/** Older versions can corrupt a WAL database when two connections checkpoint at once. */
const oldestSafeSqlite = [3, 51, 3] as const

const busyTimeoutMs = 5_000
/** A busy store is between two batches every few of them. */
const turnsWaited = 10_000

/** One file, one write connection, one read connection: the default store of a single box. */
export function openLocal(path: string, options: StoreOptions = {}): Store & { connection: Database } {
  mkdirSync(dirname(path), { recursive: true })
  const connection = connect(path, options.durable ?? true)
  const reader = connect(path, true)
  reader.run('PRAGMA query_only = ON')
  const writeDb = handle(connection)
  const units = new UnitQueue(connection, writeDb, {
    strict: options.strict ?? false,
    warn: options.warn ?? (() => {}),
  })
  const ping = reader.prepare('SELECT 1')
  let closing: Promise<void> | null = null

  return {
    engine: 'local',
    connection,
    read: handle(reader),
    write: (unit) => (closing ? Promise.reject(new StoreError('The store is closed')) : units.run(unit)),
    backup: (to) => backupInWorker(path, to),
    async scrub() {
      for (let turn = 0; turn < turnsWaited && !closing; turn++) {
        if (!connection.inTransaction) return emptyLog(connection)
        await nextTurn()
      }
      // Closing the store empties the log as well.
      return closing !== null
    },
    async health() {
      const started = performance.now()
      try {
        // A prepared statement outlives its connection, so it cannot tell by itself.
        if (closing) throw new StoreError('The store is closed')
        ping.get()
        return { up: true, latencyMs: performance.now() - started }
      } catch {
        return { up: false, latencyMs: performance.now() - started }
      }
    },
    close() {
      closing ??= units.idle().then(() => {
        units.close()
        reader.close()
        try {
          connection.run('PRAGMA wal_checkpoint(TRUNCATE)')
        } finally {
          connection.close()
        }
      })
      return closing
    },
  }
}

/** Copies the log into the file and cuts it off. Waits for nobody, since everybody else would wait with it. */
function emptyLog(connection: Database): boolean {
  connection.run('PRAGMA busy_timeout = 0')
  try {
    const { busy } = connection.query('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number }
    return busy === 0
  } finally {
    connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  }
}

function connect(path: string, durable: boolean): Database {
  try {
    return prepare(new Database(path, { create: true, readwrite: true, strict: true }), durable)
  } catch (error) {
    throw troubleWith(path, error)
  }
}

function prepare(connection: Database, durable: boolean): Database {
  assertSafeVersion(connection)
  connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  connection.run('PRAGMA journal_mode = WAL')
  connection.run(`PRAGMA synchronous = ${durable ? 'FULL' : 'OFF'}`)
  connection.run('PRAGMA foreign_keys = ON')
  // Deleted rows are overwritten, also copies that were left behind when pages were divided.
  connection.run('PRAGMA secure_delete = ON')
  connection.run('PRAGMA journal_size_limit = 67108864')
  // The last pages of a table change with every commit; copying them back less often saves most of that work.
  connection.run('PRAGMA wal_autocheckpoint = 4000')
  connection.run('PRAGMA cache_size = -32000')
  connection.run('PRAGMA temp_store = MEMORY')
  return connection
}

function handle(connection: Database): Db {
  const db = drizzle({ client: connection }) as unknown as Db
  keepPrepared(db, tuneFor(connection))
  return db
}

function assertSafeVersion(connection: Database): void {
  const row = connection.query('SELECT sqlite_version() AS version').get() as { version: string }
  const found = row.version.split('.').map(Number)
  for (const [place, oldest] of oldestSafeSqlite.entries()) {
    const part = found[place] ?? 0
    if (part > oldest) return
    if (part < oldest)
      throw new StoreError(
        `SQLite ${row.version} is too old: ${oldestSafeSqlite.join('.')} or newer is needed. Upgrade Bun.`,
      )
  }
}

export function localMigrationTarget(connection: Database, path: string, stamp: string): MigrationTarget {
  return {
    query: async (sql) => connection.query(sql).all() as Record<string, unknown>[],
    async apply(statements) {
      // Has no effect inside a transaction, hence around it.
      connection.run('PRAGMA foreign_keys = OFF')
      try {
        connection.run('BEGIN IMMEDIATE')
        for (const statement of statements) connection.run(statement)
        const strays = connection.query('PRAGMA foreign_key_check').all()
        if (strays.length > 0) throw new StoreError(`${strays.length} rows would lose what they refer to`)
        connection.run('COMMIT')
      } catch (error) {
        if (connection.inTransaction) connection.run('ROLLBACK')
        throw error
      } finally {
        connection.run('PRAGMA foreign_keys = ON')
      }
    },
    async keepCopy(label) {
      copyVerified(path, join(dirname(path), 'backups', `${label}-${stamp}.db`))
    },
  }
}

type Values = Record<string, unknown>
type Binder = (values: Values) => never

/** The parts of Drizzle's prepared statement that are tuned. */
interface DrizzleStatement {
  stmt: Statement
  query: { sql: string; params: unknown[] }
  /** What the columns of a row are called and how they are read. */
  fields?: { path: string[]; field: unknown }[]
  joinsNotNullableMap?: unknown
  customResultMapper?: unknown
  run(values?: Values): unknown
  get(values?: Values): unknown
  all(values?: Values): unknown
}

/** Makes a statement that is kept for long as quick as one written by hand. */
export const tuneFor =
  (connection: Database) =>
  <S extends { run(values?: Values): unknown }>(prepared: S): S => {
    const statement = prepared as unknown as Partial<DrizzleStatement>
    if (!isComplete(statement)) return prepared
    writeOutLimit(connection, statement)
    const bind = binderFor(statement)
    statement.run = (values) => {
      statement.stmt.run(...bind(values))
    }
    readDirectly(statement, bind)
    return prepared
  }

function isComplete(statement: Partial<DrizzleStatement>): statement is DrizzleStatement {
  return statement.stmt !== undefined && statement.query !== undefined
}

/** SQLite plans a query anew for each value bound to its LIMIT, which costs several times the look-up itself. */
function writeOutLimit(connection: Database, statement: DrizzleStatement): void {
  const { sql, params } = statement.query
  const limit = params.at(-1)
  if (typeof limit !== 'number' || !sql.endsWith(' limit ?')) return
  statement.query = {
    ...statement.query,
    sql: sql.replace(/\?$/, String(limit)),
    params: params.slice(0, -1),
  }
  statement.stmt = connection.prepare(statement.query.sql)
}

/**
 * Drizzle finds out anew on every run which bound value is a placeholder and how to encode it, which
 * costs more than SQLite's part of a small insert. Here that is found out once per statement.
 */
function binderFor({ query }: DrizzleStatement): (values?: Values) => never[] {
  const binders = query.params.map(binderOf)
  return (values = {}) => binders.map((bind) => bind(values))
}

/** The same for what comes back: a row of a wide table costs Drizzle several times what SQLite takes to find it. */
function readDirectly(statement: DrizzleStatement, bind: (values?: Values) => never[]): void {
  const { stmt, fields, joinsNotNullableMap, customResultMapper } = statement
  if (!fields || joinsNotNullableMap || customResultMapper) return
  const columns = fields.flatMap(({ path, field }) => {
    const decoder = decoderOf(field)
    return decoder && path.length === 1 ? [{ name: path.join('.'), decoder }] : []
  })
  if (columns.length < fields.length) return
  const read = (row: unknown[]): Values => {
    const result: Values = {}
    for (let at = 0; at < columns.length; at += 1) {
      const column = columns[at]
      if (!column) break
      const value = row[at]
      result[column.name] = value === null ? null : column.decoder.mapFromDriverValue(value)
    }
    return result
  }
  statement.get = (values) => {
    const row = stmt.values(...bind(values))[0]
    return row && read(row)
  }
  statement.all = (values) => stmt.values(...bind(values)).map(read)
}

function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> | null {
  if (is(field, Column)) return field
  const expression = is(field, SQL.Aliased) ? field.sql : field
  return is(expression, SQL)
    ? (expression as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
    : null
}

function binderOf(param: unknown): Binder {
  if (is(param, Placeholder)) return named(param.name)
  if (!is(param, Param)) return () => param as never
  const { value, encoder } = param
  if (is(value, Placeholder)) {
    const read = named(value.name)
    // Drizzle writes null as it is, whatever the column's encoding.
    return (values) => {
      const given = read(values)
      return (given === null ? null : encoder.mapToDriverValue(given)) as never
    }
  }
  const constant = value === null ? null : encoder.mapToDriverValue(value)
  return () => constant as never
}

function named(name: string): Binder {
  return (values) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for the placeholder ${name}`)
    return value as never
  }
}
