import { Database } from 'bun:sqlite'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { MigrationTarget } from '../migrate'
import { keepPrepared, nextTurn, StoreError, type Db, type Store, type StoreOptions } from '../store'
import { backupInWorker, copyVerified } from './backup'
import { troubleWith } from './file'
import { tuneFor } from './statements'
import { UnitQueue } from './units'

/** Older versions can corrupt a WAL database when two connections checkpoint at once. */
const oldestSafeSqlite = [3, 51, 3] as const

const busyTimeoutMs = 5_000
/** Even a busy store is between two batches this often. */
const turnsWaited = 10_000

/** One file with one write and one read connection, the default store of a single machine. */
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
    queued: () => units.queued,
    watch: (watcher) => void (units.onCommit = watcher),
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

/** Moves the log into the file and truncates it. It never waits, because everyone else would wait too. */
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
        connection.run('PRAGMA foreign_keys = ON')
      }
    },
    async keepCopy(label) {
      copyVerified(path, join(dirname(path), 'backups', `${label}-${stamp}.db`))
    },
  }
}
