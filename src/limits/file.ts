import { Database, type Statement } from 'bun:sqlite'
import { and, gt, lte, or, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamage, sqliteCode } from '../../db/local/file'
import { tuneFor } from '../../db/local/statements'
import { rateHits } from '../../db/schema'
import { minute } from '../lib/clock'
import { describeError, type Log } from '../lib/log'
import type { SavedHit, SavedHits } from './memory'
import { windowMs } from './window'

/** Written into the file. A file with another number is replaced, because its windows last only a minute. */
const format = 1
const rowsPerBite = 1_000

/**
 * Saves accepted requests in a SQLite file of their own, one row per window they count in, so a row costs the
 * same however many requests a window has. A row survives the end of the process as soon as it is written.
 * Only a power cut can lose it, because nothing waits for the disk.
 *
 * A file that can't be written costs only the memory across restarts, so no request fails because of it.
 */
export class HitFile implements SavedHits {
  #table: HitTable | null = null
  #isDamaged = false
  #quietUntil = 0

  constructor(
    private readonly path: string,
    private readonly log: Log,
    /** The table stays close to this size, however many clients there are. */
    private readonly maxRows = 500_000,
  ) {}

  /** For tests of a full disk. */
  get connection(): Database | undefined {
    return this.#table?.connection
  }

  *load(now: number): Iterable<SavedHit> {
    this.#open(now)
    try {
      for (let after = 0; ;) {
        const rows = this.#table?.page.all({ after }) ?? []
        for (const hit of rows) if (hit.at > now - windowMs) yield hit
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    } catch (error) {
      this.#fail(error, now)
    }
  }

  save(at: number, window: string, wider?: string): void {
    if (this.#table === null) return
    try {
      if (wider === undefined) this.#table.one.run({ at, window })
      else this.#table.two.run({ at, window, wider })
    } catch (error) {
      this.#fail(error, at)
    }
  }

  deleteOld(now: number): boolean {
    if (this.#table === null) this.#open(now)
    if (this.#table === null) return false
    try {
      const { changes } = this.#table.bite.run({ since: now - windowMs, maxRows: this.maxRows })
      return changes === rowsPerBite
    } catch (error) {
      this.#fail(error, now)
      return false
    }
  }

  close(): void {
    const table = this.#table
    this.#table = null
    table?.close()
  }

  #open(now: number): void {
    try {
      if (this.#isDamaged) remove(this.path)
      this.#isDamaged = false
      this.#table = openTable(this.path)
    } catch (error) {
      this.#fail(error, now)
    }
  }

  #fail(error: unknown, now: number): void {
    if (isDamage(error) || sqliteCode(error) === 'SQLITE_ERROR') {
      this.#isDamaged = true
      this.close()
    }
    if (now < this.#quietUntil) return
    this.#quietUntil = now + minute
    const message = this.#isDamaged
      ? 'the file of the rate limits is damaged and will be replaced'
      : "rate limits can't be saved, so a restart may forget them"
    this.log.warn(message, describeError(error))
  }
}

type HitTable = ReturnType<typeof tableIn>

function openTable(path: string): HitTable {
  mkdirSync(dirname(path), { recursive: true })
  const { table, close } = connect(path, (file) => ({
    table: formatOf(file) === format ? tableIn(file) : null,
    close: file.close,
  }))
  if (table) return table
  close()
  remove(path)
  return connect(path, (file) => {
    // The server's table without its indexes, because rows are only read at the start.
    file.connection.run(
      'CREATE TABLE rate_hits (id INTEGER PRIMARY KEY, "window" TEXT NOT NULL, at INTEGER NOT NULL)',
    )
    file.connection.run(`PRAGMA user_version = ${format}`)
    return tableIn(file)
  })
}

interface OpenFile {
  connection: Database
  close(): void
}

function tableIn({ connection, close }: OpenFile) {
  const db = drizzle({ client: connection })
  const tune = tuneFor(connection)
  const { id, window, at } = rateHits
  const own = { window: sql.placeholder('window'), at: sql.placeholder('at') }
  const around = { window: sql.placeholder('wider'), at: sql.placeholder('at') }
  const isOld = lte(at, sql.placeholder('since'))
  const isTooMany = lte(id, sql`(SELECT max(${id}) FROM ${rateHits}) - ${sql.placeholder('maxRows')}`)
  const isFirst = lte(id, sql`(SELECT min(${id}) FROM ${rateHits}) + ${rowsPerBite - 1}`)
  return {
    one: tune(db.insert(rateHits).values(own).prepare()),
    // One statement, so that a request counts in both windows or in neither.
    two: tune(db.insert(rateHits).values([own, around]).prepare()),
    page: tune(
      db
        .select({ id, window, at })
        .from(rateHits)
        .where(gt(id, sql.placeholder('after')))
        .orderBy(id)
        .limit(rowsPerBite)
        .prepare(),
    ),
    // Rows are in order of arrival, so the old ones are at the start of the table.
    bite: db
      .delete(rateHits)
      .where(and(isFirst, or(isOld, isTooMany)))
      .prepare() as unknown as { run(values: Record<string, unknown>): { changes: number } },
    connection,
    close,
  }
}

function connect<T>(path: string, use: (file: OpenFile) => T): T {
  const connection = new Database(path, { create: true, readwrite: true })
  const statements: Statement[] = []
  const prepare = connection.prepare.bind(connection) as (...parts: unknown[]) => Statement
  connection.prepare = ((...parts: unknown[]) => {
    const statement = prepare(...parts)
    statements.push(statement)
    return statement
  }) as Database['prepare']
  const close = () => {
    // With a statement left, SQLite closes the connection later and then deletes the log of its successor.
    for (const statement of statements) statement.finalize()
    connection.close(true)
  }
  try {
    // Only one service counts requests, and taking the lock for each row would cost more than the row.
    connection.run('PRAGMA locking_mode = EXCLUSIVE')
    // Each row writes one page, and small pages are cheaper.
    connection.run('PRAGMA page_size = 1024')
    connection.run('PRAGMA journal_mode = WAL')
    connection.run('PRAGMA synchronous = OFF')
    return use({ connection, close })
  } catch (error) {
    close()
    throw error
  }
}

function formatOf({ connection }: OpenFile): unknown {
  const row = connection.prepare('PRAGMA user_version').get() as { user_version: unknown }
  return row.user_version
}

function remove(path: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(path + suffix, { force: true })
}
