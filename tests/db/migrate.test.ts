import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, migrationStatus, readMigrations, type Migration } from '../../db/migrate'
import { StoreError } from '../../db/store'
import { failureOf } from '../support/failure'
import { openEmptyDatabase, stamp, type EmptyDatabase } from '../support/migration'
import { onlyWhen } from '../support/needs'
import { openBeside, testServer } from '../support/store'

let database: EmptyDatabase

beforeEach(async () => {
  database = await openEmptyDatabase()
})
afterEach(() => database.close())

const migration = (name: string, ...statements: string[]): Migration => ({
  name,
  hash: `hash of ${name}`,
  createdAt: 1,
  statements,
})
const parents = 'CREATE TABLE parents (id INTEGER PRIMARY KEY)'
const children =
  'CREATE TABLE children (id INTEGER PRIMARY KEY, parent INTEGER NOT NULL REFERENCES parents (id))'
const first = migration('0000_families', parents, children, 'INSERT INTO parents VALUES (1)')
const second = migration('0001_names', `ALTER TABLE parents ADD COLUMN name TEXT`)

async function tables(): Promise<string[]> {
  const rows = await database.target.query(
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name`,
  )
  return rows.map(({ name }) => String(name))
}

describe('migrations', () => {
  test('turn an empty database into what the program needs', async () => {
    const status = await migrate(database.target)
    expect(status.applied).toEqual([])
    expect(status.pending).toEqual(readMigrations().map(({ name }) => name))
    expect(await tables()).toContain('commit_marks')
    expect((await migrationStatus(database.target)).pending).toEqual([])
  })

  test('do nothing the second time', async () => {
    await migrate(database.target, [first])
    expect(await migrate(database.target, [first])).toEqual({ applied: ['0000_families'], pending: [] })
    expect(await database.target.query('SELECT count(*) AS n FROM parents')).toEqual([{ n: 1 }])
  })

  test('apply only new ones to an existing database', async () => {
    await migrate(database.target, [first])
    const status = await migrate(database.target, [first, second])
    expect(status).toEqual({ applied: ['0000_families'], pending: ['0001_names'] })
    expect(await database.target.query('SELECT id, name FROM parents')).toEqual([{ id: 1, name: null }])
  })

  test('refuse a database written by a newer program and leave it unchanged', async () => {
    await migrate(database.target, [first, second])
    const failure = await failureOf(migrate(database.target, [first]))
    expect(failure).toBeInstanceOf(StoreError)
    expect(failure.message).toContain('written by a newer version of Truckroll (1 unknown migration)')
    expect((await migrationStatus(database.target, [first, second])).pending).toEqual([])
  })

  test('roll back a failing one and keep those before it', async () => {
    const broken = migration('0001_broken', 'CREATE TABLE half (id INTEGER)', 'CREATE TABLE oops (')
    const failure = await failureOf(migrate(database.target, [first, broken]))
    expect(failure).toBeInstanceOf(StoreError)
    expect(failure.message).toBe('Migration 0001_broken failed and was undone')
    expect(await tables()).toEqual(['__drizzle_migrations', 'children', 'parents'])
    expect((await migrationStatus(database.target, [first, broken])).pending).toEqual(['0001_broken'])
    await migrate(database.target, [first, migration('0001_mended', 'CREATE TABLE whole (id INTEGER)')])
    expect(await tables()).toContain('whole')
  })

  test('refuse one that would leave dangling references', async () => {
    const orphaning = migration('0001_orphans', 'INSERT INTO children VALUES (1, 99)')
    const failure = await failureOf(migrate(database.target, [first, orphaning]))
    expect(failure.message).toContain('0001_orphans failed')
    expect(String(failure.cause)).toContain('refer to rows that no longer exist')
    expect(await database.target.query('SELECT * FROM children')).toEqual([])
  })

  test('can rebuild a table that others refer to', async () => {
    const rebuild = migration(
      '0001_rebuild',
      'PRAGMA foreign_keys = OFF',
      'INSERT INTO children VALUES (5, 1)',
      'CREATE TABLE __new_parents (id INTEGER PRIMARY KEY, name TEXT)',
      'INSERT INTO __new_parents (id) SELECT id FROM parents',
      'DROP TABLE parents',
      'ALTER TABLE __new_parents RENAME TO parents',
      'PRAGMA foreign_keys = ON',
    )
    await migrate(database.target, [first, rebuild])
    expect(await database.target.query('SELECT id, parent FROM children')).toEqual([{ id: 5, parent: 1 }])
  })

  test('leave foreign keys enforced', async () => {
    await migrate(database.target, [first])
    expect(await database.target.query('PRAGMA foreign_keys')).toEqual([{ foreign_keys: 1 }])
    const failure = await failureOf(database.target.query('INSERT INTO children VALUES (1, 99)'))
    expect(failure.message).toContain('FOREIGN KEY constraint failed')
  })

  test('let several processes start at once on an empty database', async () => {
    const starting = Array.from({ length: 4 }, () => openBeside(database.address))
    const stores = await Promise.all(starting)
    for (const store of stores) expect(await store.health()).toMatchObject({ up: true })
    await Promise.all(stores.map((store) => store.close()))
    const history = await database.target.query('SELECT count(*) AS n FROM __drizzle_migrations')
    expect(history).toEqual([{ n: readMigrations().length }])
  })
})

onlyWhen(testServer === null, 'a database server keeps its own backups')('on the local engine', () => {
  test('an upgrade keeps a copy of the data first', async () => {
    await migrate(database.target, [first])
    expect(existsSync(database.backups)).toBe(false)
    await migrate(database.target, [first, second])
    expect(readdirSync(database.backups)).toEqual([`before-0001_names-${stamp}.db`])
    const copy = new Database(join(database.backups, `before-0001_names-${stamp}.db`), { readonly: true })
    expect(copy.query('SELECT * FROM parents').all()).toEqual([{ id: 1 }])
    copy.close()
  })

  test("an upgrade that can't keep a copy doesn't start", async () => {
    await migrate(database.target, [first])
    const target = { ...database.target, keepCopy: () => Promise.reject(new StoreError('no room')) }
    expect((await failureOf(migrate(target, [first, second]))).message).toBe('no room')
    expect((await migrationStatus(database.target, [first, second])).pending).toEqual(['0001_names'])
  })
})
