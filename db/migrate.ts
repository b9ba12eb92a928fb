import { sql } from 'drizzle-orm'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { StoreError, type Db } from './store'

/** The functions an engine provides for migrations. */
export interface MigrationTarget {
  query(sql: string): Promise<Record<string, unknown>[]>
  /**
   * Runs the statements in one transaction with foreign keys off, and refuses to commit broken references.
   */
  apply(statements: string[]): Promise<void>
  /** Keeps a copy of the data before the first change. Engines that can't do that do nothing. */
  keepCopy(label: string): Promise<void>
}

export interface Migration {
  name: string
  hash: string
  createdAt: number
  statements: string[]
}

export interface MigrationStatus {
  applied: string[]
  pending: string[]
}

const folder = new URL('./migrations/', import.meta.url)

/** The same table that drizzle-kit writes, so its tools work on our files. */
const createHistory = `CREATE TABLE IF NOT EXISTS __drizzle_migrations
  (id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL UNIQUE, created_at NUMERIC)`

export function readMigrations(): Migration[] {
  const journal = JSON.parse(readFileSync(new URL('meta/_journal.json', folder), 'utf8')) as {
    entries: { tag: string; when: number }[]
  }
  return journal.entries.map(({ tag, when }) => {
    const text = readFileSync(new URL(`${tag}.sql`, folder), 'utf8')
    return {
      name: tag,
      hash: createHash('sha256').update(text).digest('hex'),
      createdAt: when,
      statements: text
        .split('--> statement-breakpoint')
        .map((statement) => statement.trim())
        .filter((statement) => statement !== ''),
    }
  })
}

export async function migrationStatus(
  target: MigrationTarget,
  known: Migration[] = readMigrations(),
): Promise<MigrationStatus> {
  const applied = await appliedHashes(target)
  const foreign = [...applied].filter((hash) => !known.some((migration) => migration.hash === hash))
  if (foreign.length > 0)
    throw new StoreError(
      `This database was written by a newer version of Truckroll (${foreign.length} unknown migration` +
        `${foreign.length > 1 ? 's' : ''}). Start the newer version, or restore a backup from before the upgrade.`,
    )
  return {
    applied: known.filter(({ hash }) => applied.has(hash)).map(({ name }) => name),
    pending: known.filter(({ hash }) => !applied.has(hash)).map(({ name }) => name),
  }
}

let wanted: string[] | undefined

/** Whether every migration of this program is done. A newer program may have added more. */
export async function isMigrated(db: Db): Promise<boolean> {
  wanted ??= readMigrations().map(({ hash }) => hash)
  const rows = await db.all<{ hash: string }>(sql`SELECT hash FROM __drizzle_migrations`)
  const applied = new Set(rows.map(({ hash }) => hash))
  return wanted.every((hash) => applied.has(hash))
}

/** Migrates the database to this program's schema, one transaction per migration. */
export async function migrate(
  target: MigrationTarget,
  known: Migration[] = readMigrations(),
): Promise<MigrationStatus> {
  const status = await migrationStatus(target, known)
  if (status.pending.length === 0) return status
  if (status.applied.length > 0) await target.keepCopy(`before-${status.pending[0]}`)
  if (status.applied.length === 0) await target.apply([createHistory])
  for (const migration of known.filter(({ name }) => status.pending.includes(name))) {
    await applyOnce(target, migration)
  }
  return status
}

async function applyOnce(target: MigrationTarget, migration: Migration): Promise<void> {
  const remember = `INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('${migration.hash}', ${migration.createdAt})`
  try {
    await target.apply([remember, ...migration.statements])
  } catch (cause) {
    // Another process may have been faster; the history row is unique, so only one can have done it.
    if ((await appliedHashes(target)).has(migration.hash)) return
    throw new StoreError(`Migration ${migration.name} failed and was undone`, { cause })
  }
}

async function appliedHashes(target: MigrationTarget): Promise<Set<string>> {
  const history = await target.query(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '__drizzle_migrations'`,
  )
  if (history.length === 0) return new Set()
  const rows = await target.query('SELECT hash FROM __drizzle_migrations')
  return new Set(rows.map((row) => String(row.hash)))
}
