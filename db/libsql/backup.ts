import type { Client, InStatement, InValue, Row, Transaction } from '@libsql/client/http'
import { Database, type SQLQueryBindings } from 'bun:sqlite'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DatabaseAddress } from '../client'
import { backupInWorker } from '../local/backup'
import { StoreError, type Keeping } from '../store'
import { connect, type Limits } from './connection'
import { isTooLarge, isTransient, pause, pauseBefore } from './failures'

const rowsPerPage = 512
const tries = 3

/** Downloads the server's data into a local file, which is then checked and named like any other backup. */
export async function backupServer(
  address: DatabaseAddress,
  to: string,
  limits: Limits,
  keeping?: Keeping,
): Promise<number> {
  if (existsSync(to)) throw new StoreError(`${to} already exists. Choose another name.`)
  const downloaded = `${to}.${Bun.randomUUIDv7()}.download`
  try {
    mkdirSync(dirname(to), { recursive: true })
    await downloadInPages(address, downloaded, limits)
    return await backupInWorker(downloaded, to, keeping)
  } catch (error) {
    throw error instanceof StoreError ? error : new StoreError('The backup failed', { cause: error })
  } finally {
    discard(downloaded)
  }
}

/** A page too large for the server or a lost connection ends the snapshot, so the download starts over. */
async function downloadInPages(address: DatabaseAddress, path: string, limits: Limits): Promise<void> {
  const client = connect(address, { limitMs: () => limits.bulkCallMs, exactIntegers: true })
  let pageRows = rowsPerPage
  try {
    for (let attempt = 1; ;) {
      try {
        return await downloadSnapshot(client, path, pageRows)
      } catch (error) {
        discard(path)
        if (isTooLarge(error) && pageRows > 1) pageRows = pageRows / 8
        else if (isTransient(error) && attempt < tries) await pause(pauseBefore(attempt++))
        else throw error
      }
    }
  } finally {
    client.close()
  }
}

function discard(path: string): void {
  for (const file of [path, `${path}-journal`]) if (existsSync(file)) rmSync(file)
}

type Kind = 'table' | 'virtual' | 'shadow' | 'index' | 'view' | 'trigger'
interface Part {
  name: string
  kind: Kind
  sql: string
  withoutRowid: boolean
}
interface Layout {
  columns: string[]
  /** The sort order of the pages: the rowid, or the primary key if there is none. */
  key: string[]
}

/** Writes everything one read transaction of the server sees into a new SQLite file. */
export async function downloadSnapshot(client: Client, path: string, pageRows: number): Promise<void> {
  const snapshot = await client.transaction('read')
  const copy = new Database(path, { create: true, readwrite: true, strict: true, safeIntegers: true })
  try {
    copy.run('PRAGMA synchronous = OFF')
    copy.run('PRAGMA foreign_keys = OFF')
    copy.run('BEGIN')
    const parts = await readParts(snapshot)
    build(copy, parts, ['table', 'virtual'])
    for (const part of parts.filter(({ kind }) => kind === 'table'))
      await copyRows(snapshot, copy, part, pageRows)
    for (const part of parts.filter(({ kind }) => kind === 'virtual'))
      await fillIndex(snapshot, copy, part, pageRows)
    await copySequences(snapshot, copy)
    // Create these last: indexes are faster to build at once, and triggers must not run again on copied rows.
    build(copy, parts, ['index', 'view', 'trigger'])
    copy.run('COMMIT')
  } finally {
    copy.close()
    snapshot.close()
  }
}

async function readParts(snapshot: Transaction): Promise<Part[]> {
  const { rows } = await snapshot.execute(`
    SELECT part.name, COALESCE(list.type, part.type) AS kind, part.sql, COALESCE(list.wr, 0) AS without_rowid
    FROM sqlite_schema AS part
    LEFT JOIN pragma_table_list AS list ON list.schema = 'main' AND list.name = part.name AND part.type = 'table'
    WHERE part.sql IS NOT NULL AND substr(part.name, 1, 7) <> 'sqlite_'
    ORDER BY part.rowid`)
  return rows.map((row) => ({
    name: row.name as string,
    kind: row.kind as Kind,
    sql: row.sql as string,
    withoutRowid: Number(row.without_rowid) === 1,
  }))
}

function build(copy: Database, parts: Part[], kinds: Kind[]): void {
  for (const kind of kinds) {
    for (const part of parts) if (part.kind === kind) copy.run(part.sql)
  }
}

async function copyRows(snapshot: Transaction, copy: Database, part: Part, pageRows: number): Promise<void> {
  const layout = await readLayout(snapshot, part)
  const insert = copy.prepare(insertOf(part.name, layout.columns))
  let after: InValue[] | null = null
  for (;;) {
    const { rows } = await snapshot.execute(pageOf(part.name, layout, after, pageRows))
    for (const row of rows) insert.run(...valuesOf(row, layout.columns.length))
    const last = rows.at(-1)
    if (!last || rows.length < pageRows) return
    after = layout.key.map((column) => last[layout.columns.indexOf(column)] as InValue)
  }
}

/**
 * Search tables are filled through their main table, because SQLite doesn't allow writing to the shadow
 * tables. One that indexes another table is rebuilt from it.
 */
async function fillIndex(snapshot: Transaction, copy: Database, part: Part, pageRows: number): Promise<void> {
  if (!/\bcontent\s*=/i.test(part.sql)) return copyRows(snapshot, copy, part, pageRows)
  copy.run(`INSERT INTO ${quote(part.name)} (${quote(part.name)}) VALUES ('rebuild')`)
}

/** Skips generated columns, which SQLite fills automatically. */
async function readLayout(snapshot: Transaction, part: Part): Promise<Layout> {
  const { rows } = await snapshot.execute({
    sql: 'SELECT name, pk FROM pragma_table_xinfo(?) WHERE hidden = 0 ORDER BY cid',
    args: [part.name],
  })
  const columns = rows.map((row) => row.name as string)
  if (!part.withoutRowid) return { columns: ['_rowid_', ...columns], key: ['_rowid_'] }
  const key = rows.filter((row) => Number(row.pk) > 0).toSorted((a, b) => Number(a.pk) - Number(b.pk))
  return { columns, key: key.map((row) => row.name as string) }
}

function pageOf(table: string, { columns, key }: Layout, after: InValue[] | null, rows: number): InStatement {
  const keys = key.map(quote).join(', ')
  const beyond = after ? `WHERE (${keys}) > (${after.map(() => '?').join(', ')})` : ''
  return {
    sql: `SELECT ${columns.map(quote).join(', ')} FROM ${quote(table)} ${beyond} ORDER BY ${keys} LIMIT ?`,
    args: [...(after ?? []), rows],
  }
}

/** Copies the highest number of each AUTOINCREMENT table, so no number is used again. */
async function copySequences(snapshot: Transaction, copy: Database): Promise<void> {
  const kept = copy.query(`SELECT 1 FROM sqlite_schema WHERE name = 'sqlite_sequence'`).get()
  if (!kept) return
  copy.run('DELETE FROM sqlite_sequence')
  const { rows } = await snapshot.execute('SELECT name, seq FROM sqlite_sequence')
  const insert = copy.prepare(insertOf('sqlite_sequence', ['name', 'seq']))
  for (const row of rows) insert.run(...valuesOf(row, 2))
}

function insertOf(table: string, columns: string[]): string {
  return `INSERT INTO ${quote(table)} (${columns.map(quote).join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
}

function valuesOf(row: Row, columns: number): SQLQueryBindings[] {
  return Array.from({ length: columns }, (_, place) => {
    const value = row[place]
    return value instanceof ArrayBuffer ? new Uint8Array(value) : (value ?? null)
  })
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
