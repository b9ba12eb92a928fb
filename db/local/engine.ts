import { Database, type Statement } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MigrationTarget } from '../migrate'
import { keepPrepared, nextTurn, StoreError, type Db, type Store, type StoreOptions } from '../store'
import { backupHere, backupInWorker } from './backup'
import { troubleWith, whileUnclaimed } from './file'
import { tuneFor } from './statements'
import { UnitQueue } from './units'

/** Older versions can corrupt a WAL database when two connections checkpoint at once. */
const oldestSafeSqlite = [3, 51, 3] as const

const busyTimeoutMs = 5_000
/** Reads wait only while a crashed program's log is recovered. Bun may wait this long when a process ends. */
const readTimeoutMs = 1_000
/** Even a busy store is between two batches this often. */
const turnsWaited = 10_000

/** One file with one write and one read connection, the default store of a single machine. */
export function openLocal(path: string, options: StoreOptions = {}): Store & { connection: Database } {
  mkdirSync(dirname(path), { recursive: true })
  const { durable = true, guest = false } = options
  const connection = connect(path, durable)
  // Writing the log back into the file is up to the service.
  if (guest) connection.run('PRAGMA wal_autocheckpoint = 0')
  const reader = connect(path, true)
  reader.run('PRAGMA query_only = ON')
  reader.run(`PRAGMA busy_timeout = ${readTimeoutMs}`)
  const closers = [reader, connection].map((one) => (guest ? closerOf(one) : () => one.close()))
  const writeDb = handle(connection)
  const units = new UnitQueue(connection, writeDb, {
    strict: options.strict ?? false,
    warn: options.warn ?? (() => {}),
    batchMs: options.batchMs,
  })
  const tidy = () => (guest ? whileUnclaimed(path, () => emptyLog(connection)) : emptyLog(connection))
  const ping = reader.prepare('SELECT 1')
  let closing: Promise<void> | null = null

  return {
    engine: 'local',
    connection,
    read: handle(reader),
    write: (unit) => (closing ? Promise.reject(new StoreError('The store is closed')) : units.run(unit)),
    backup: (to, keeping) => backupInWorker(path, to, keeping),
    async scrub() {
      for (let turn = 0; turn < turnsWaited && !closing; turn++) {
        if (!connection.inTransaction) return tidy()
        await nextTurn()
      }
      // Closing the store empties the log too.
      return closing !== null
    },
    async health() {
      const started = performance.now()
      try {
        // A prepared statement outlives its connection and can't detect that it was closed.
        if (closing) throw new StoreError('The store is closed')
        ping.get()
        return { up: true, latencyMs: performance.now() - started }
      } catch {
        return { up: false, latencyMs: performance.now() - started }
      }
    },
    // A file is always there; a problem with it shows at once.
    isDown: () => false,
    queued: () => units.queued,
    rest() {
      if (!closing) for (const one of [reader, connection]) one.run('PRAGMA shrink_memory')
    },
    watch: (watcher) => void (units.onCommit = watcher),
    close() {
      closing ??= units.idle().then(() => {
        units.close()
        try {
          tidy()
        } finally {
          // Bun may use both connections once more when the process ends.
          reader.run('PRAGMA busy_timeout = 0')
          for (const close of closers) close()
        }
      })
      return closing
    },
  }
}

/**
 * Moves the log into the file and truncates it. While somebody reads, such as Litestream, the log stays. The
 * write connection never waits for a lock, because everyone else would wait too.
 */
function emptyLog(connection: Database): boolean {
  // Most of the work needs no lock on writes. Truncating takes one, so it is tried only if it can succeed.
  const { log, checkpointed } = checkpoint(connection, 'PASSIVE')
  return log === checkpointed && checkpoint(connection, 'TRUNCATE').busy === 0
}

function checkpoint(connection: Database, mode: 'PASSIVE' | 'TRUNCATE') {
  return connection.query(`PRAGMA wal_checkpoint(${mode})`).get() as {
    busy: number
    log: number
    checkpointed: number
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
  // Overwrites deleted rows, including copies left behind when pages were split.
  connection.run('PRAGMA secure_delete = ON')
  connection.run('PRAGMA journal_size_limit = 67108864')
  // The last pages of a table change with every commit, so writing them back less often saves most of that
  // work.
  connection.run('PRAGMA wal_autocheckpoint = 4000')
  connection.run('PRAGMA cache_size = -32000')
  connection.run('PRAGMA temp_store = MEMORY')
  return connection
}

/**
 * When a process ends, Bun empties the log of every file it can write to, unless the connection was closed
 * and all its statements were finalized. The log of a running service isn't ours to empty.
 */
function closerOf(connection: Database): () => void {
  const statements = new Set<WeakRef<Statement>>()
  const prepare = connection.prepare.bind(connection) as (...parts: unknown[]) => Statement
  connection.prepare = ((...parts: unknown[]) => {
    const statement = prepare(...parts)
    statements.add(new WeakRef(statement))
    return statement
  }) as Database['prepare']
  return () => {
    for (const statement of statements) statement.deref()?.finalize()
    try {
      connection.close(true)
    } catch {
      // Finalizes the statements that nothing refers to anymore.
      Bun.gc(true)
      connection.close()
    }
  }
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
        `SQLite ${row.version} is too old. Upgrade Bun to get ${oldestSafeSqlite.join('.')} or newer.`,
      )
  }
}

export function localMigrationTarget(connection: Database, path: string, stamp: string): MigrationTarget {
  return {
    query: async (sql) => connection.query(sql).all() as Record<string, unknown>[],
    async apply(statements) {
      // This has no effect inside a transaction, so it is set outside.
      connection.run('PRAGMA foreign_keys = OFF')
      connection.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
      try {
        connection.run('BEGIN IMMEDIATE')
        for (const statement of statements) connection.run(statement)
        const strays = connection.query('PRAGMA foreign_key_check').all()
        if (strays.length > 0)
          throw new StoreError(`${strays.length} rows would refer to rows that no longer exist`)
        connection.run('COMMIT')
      } catch (error) {
        if (connection.inTransaction) connection.run('ROLLBACK')
        throw error
      } finally {
        connection.run('PRAGMA busy_timeout = 0')
        connection.run('PRAGMA foreign_keys = ON')
      }
    },
    async keepCopy(label) {
      await backupHere(path, join(dirname(path), 'backups', `${label}-${stamp}.db`))
    },
  }
}
