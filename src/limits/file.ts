import { Database, type Statement } from 'bun:sqlite'
import { and, gt, lte, max, min, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/bun-sqlite'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { isDamage, sqliteCode } from '../../db/local/file'
import { tuneFor } from '../../db/local/statements'
import { placeholders } from '../../db/store'
import { minute } from '../lib/clock'
import { describeError, type Log } from '../lib/log'
import type { SavedHits, SavedRequest } from './memory'
import { windowMs } from './window'

/** Written into the file. A file with another number is replaced, because its windows last only a minute. */
const format = 1
const rowsPerBite = 1_000

/** Rows are in order of arrival and only read at the start, so they need no index. */
const requests = sqliteTable('requests', {
  id: integer('id').primaryKey(),
  window: text('window').notNull(),
  /** The wider window that the request counts in too. */
  wider: text('wider'),
  at: integer('at').notNull(),
})

/**
 * Saves accepted requests in a SQLite file of their own, one row each, so a row costs the same however many
 * requests a window has. A row survives the end of the process as soon as it is written. Only a power cut can
 * lose it, because nothing waits for the disk.
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

  *load(now: number): Iterable<SavedRequest> {
    this.#open(now)
    try {
      for (let after = 0; ;) {
        const rows = this.#table?.page.all({ after }) ?? []
        for (const row of rows) if (row.at > now - windowMs) yield row
        const last = rows.at(-1)
        if (last === undefined) return
        after = last.id
      }
    } catch (error) {
      this.#fail(error, now)
    }
  }

  save({ window, wider, at }: SavedRequest): void {
    try {
      this.#table?.insert.run({ window, wider, at })
    } catch (error) {
      this.#fail(error, at)
    }
  }

  deleteOld(now: number): boolean {
    if (this.#table === null) this.#open(now)
    const table = this.#table
    if (table === null) return false
    try {
      const { first, last } = table.range.get() ?? {}
      if (first == null || last == null) return false
      const end = first + rowsPerBite - 1
      const { id } = table.lastOld.get({ end, since: now - windowMs }) ?? {}
      const upTo = Math.max(id ?? 0, Math.min(end, last - this.maxRows))
      if (upTo < first) return false
      table.remove.run({ upTo })
      return upTo === end
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
    file.connection.run(
      'CREATE TABLE requests (id INTEGER PRIMARY KEY, "window" TEXT NOT NULL, wider TEXT, at INTEGER NOT NULL)',
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
  const { id, at } = requests
  return {
    insert: tune(
      db
        .insert(requests)
        .values(placeholders(requests, ['window', 'wider', 'at']))
        .prepare(),
    ),
    page: tune(
      db
        .select()
        .from(requests)
        .where(gt(id, sql.placeholder('after')))
        .orderBy(id)
        .limit(rowsPerBite)
        .prepare(),
    ),
    range: db
      .select({ first: sql<number | null>`(SELECT ${min(id)} FROM ${requests})`, last: max(id) })
      .from(requests)
      .prepare(),
    lastOld: db
      .select({ id })
      .from(requests)
      .where(and(lte(id, sql.placeholder('end')), lte(at, sql.placeholder('since'))))
      .orderBy(sql`${id} DESC`)
      .limit(1)
      .prepare(),
    // A range and nothing else: with a subquery, SQLite collects the rows before it deletes them.
    remove: tune(
      db
        .delete(requests)
        .where(lte(id, sql.placeholder('upTo')))
        .prepare(),
    ),
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
