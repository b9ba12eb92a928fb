import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { openStore } from '../../db/client'
import { assertIntact, backupInWorker, copyChecked, flushMeanwhile } from '../../db/local/backup'
import { brokenConstraint, StoreError, type Store } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, noteTexts } from '../support/notes'
import { openTestStore, type TestStore } from '../support/store'
import { temporaryFolder } from '../support/temp'

let opened: TestStore
let store: Store
let folder: string
let to: string

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
  await createNotes(store)
  folder = temporaryFolder('backup')
  to = join(folder, 'daily', 'copy.db')
})
afterEach(() => opened.close())

async function run(...statements: string[]): Promise<void> {
  await store.write(async (tx) => {
    for (const statement of statements) await tx.run(sql.raw(statement))
  })
}

test('a backup is a complete database that a store can open', async () => {
  await store.write((tx) => addNote(tx, 'kept'))
  const bytes = await store.backup(to)
  expect(bytes).toBe(statSync(to).size)
  expect(readdirSync(join(folder, 'daily'))).toEqual(['copy.db'])
  const restored = await openStore({ url: `file:${to}` }, 0, { durable: false })
  expect(await noteTexts(restored.read)).toEqual(['kept'])
  await restored.write((tx) => addNote(tx, 'goes on'))
  await restored.close()
  expect(await noteTexts(store.read)).toEqual(['kept'])
})

test('a scratch copy is complete and checked as well', async () => {
  await store.write((tx) => addNote(tx, 'kept'))
  expect(await store.backup(to, 'scratch')).toBe(statSync(to).size)
  expect(readdirSync(join(folder, 'daily'))).toEqual(['copy.db'])
  assertIntact(to)
  const copy = await openStore({ url: `file:${to}` }, 0, { durable: false })
  expect(await noteTexts(copy.read)).toEqual(['kept'])
  await copy.close()
})

/** A local database to copy, and every flush that its copy asked for. */
function recordedFlushes() {
  const from = join(folder, 'shop.db')
  const shop = new Database(from)
  shop.run('CREATE TABLE notes (text TEXT)')
  // Takes a few moments to copy.
  shop.run('INSERT INTO notes VALUES (zeroblob(32000000))')
  shop.close()
  const flushed: { path: string; hadItsName: boolean }[] = []
  const flush = async (path: string) => {
    flushed.push({ path, hadItsName: existsSync(to) })
  }
  return { from, flushed, flush }
}

test('a backup is on the disk before it gets its name, and its name is flushed after that', async () => {
  const { from, flushed, flush } = recordedFlushes()
  await backupInWorker(from, to, 'lasting', flush)
  const unfinished = `${to}.${process.pid}.part`
  expect(flushed.slice(-2)).toEqual([
    { path: unfinished, hadItsName: false },
    { path: dirname(to), hadItsName: true },
  ])
  expect(flushed.slice(0, -2).every(({ path }) => path === unfinished)).toBe(true)
})

test('a scratch copy never waits for the disk', async () => {
  const { from, flushed, flush } = recordedFlushes()
  await backupInWorker(from, to, 'scratch', flush)
  expect(flushed).toEqual([])
})

test('a backup that the disk refuses fails and leaves no file', async () => {
  const { from } = recordedFlushes()
  const refuse = () => Promise.reject(new Error('EIO: i/o error, fsync'))
  const failure = await failureOf(backupInWorker(from, to, 'lasting', refuse))
  expect(failure).toBeInstanceOf(StoreError)
  expect(failure.message).toBe('The backup failed: EIO: i/o error, fsync')
  expect(readdirSync(dirname(to))).toEqual([])
})

describe('a file that is being written', () => {
  let path: string
  let sizes: number[]
  beforeEach(() => {
    path = join(folder, 'growing')
    sizes = []
  })

  async function write(times: number): Promise<void> {
    for (let round = 1; round <= times; round++) {
      appendFileSync(path, 'more')
      for (let turn = 0; turn < 1_000 && sizes.length < round; turn++) await Bun.sleep(1)
    }
  }

  const flush = async () => {
    sizes.push(statSync(path).size)
  }

  const loseData = async () => {
    await flush()
    throw new Error('EIO: i/o error, fsync')
  }

  test('is flushed each time it has grown', async () => {
    await flushMeanwhile(path, write(3), flush)
    expect(sizes).toEqual([4, 8, 12])
  })

  test('has failed when one flush fails', async () => {
    const failure = await failureOf(flushMeanwhile(path, write(1), loseData))
    expect(failure.message).toBe('EIO: i/o error, fsync')
  })

  test('has failed for the reason that writing gives, if that fails as well', async () => {
    const writing = write(1).then(() => Promise.reject(new Error('the disk is full')))
    expect((await failureOf(flushMeanwhile(path, writing, loseData))).message).toBe('the disk is full')
    expect(sizes).toEqual([4])
  })
})

test('a backup made during writes contains each unit completely or not at all', async () => {
  await run('CREATE TABLE debits (cents INTEGER NOT NULL)', 'CREATE TABLE credits (cents INTEGER NOT NULL)')
  const people = { write: true }
  const writer = (async () => {
    for (let round = 1; people.write; round++) {
      await store.write(async (tx) => {
        await tx.run(sql`INSERT INTO debits VALUES (${round})`)
        await tx.run(sql`INSERT INTO credits VALUES (${round})`)
      })
    }
  })()
  await store.write(() => undefined)
  await store.backup(to)
  people.write = false
  await writer
  assertIntact(to)
  const copy = new Database(to, { readonly: true })
  const count = (table: string) => copy.query(`SELECT count(*), total(cents) FROM ${table}`).values()
  expect(count('debits')).toEqual(count('credits'))
  expect(copy.query('SELECT count(*) > 0 FROM debits').values()).toEqual([[1]])
  copy.close()
})

test('an existing file is never overwritten', async () => {
  mkdirSync(join(folder, 'daily'))
  writeFileSync(to, 'somebody needs this')
  expect((await failureOf(store.backup(to))).message).toContain('already exists. Choose another name.')
  expect(readFileSync(to, 'utf8')).toBe('somebody needs this')
})

test('a failed backup leaves no file and is reported as a store failure', async () => {
  writeFileSync(join(folder, 'daily'), 'a file where a folder is needed')
  expect(await failureOf(store.backup(to))).toBeInstanceOf(StoreError)
  expect(readdirSync(folder)).toEqual(['daily'])
  expect(existsSync(to)).toBe(false)
})

test('a backup that has no place to go names that place, and a database that is none names itself', async () => {
  const { from } = recordedFlushes()
  const missing = join(folder, 'missing', 'copy.db')
  expect(() => copyChecked({ from, to: missing })).toThrow(`${missing} can't be opened by this user`)
  writeFileSync(from, 'not a database, but long enough to be taken for one by its size'.repeat(20))
  expect(() => copyChecked({ from, to: join(folder, 'copy.db') })).toThrow(`${from} is damaged`)
})

test('stored values come back to the last digit and byte', async () => {
  await run(
    'CREATE TABLE odd (n INTEGER, r REAL, b BLOB, t TEXT, doubled INTEGER GENERATED ALWAYS AS (n * 2) STORED)',
    `INSERT INTO odd (n, r, b, t) VALUES (9007199254740993, 0.1, x'00ff10', 'ünï — ''quoted'' "twice"')`,
    'INSERT INTO odd (n, r, b, t) VALUES (NULL, NULL, NULL, NULL)',
    `CREATE TABLE pairs (a TEXT, b INTEGER, c TEXT, PRIMARY KEY (b, a)) WITHOUT ROWID`,
    `INSERT INTO pairs VALUES ('x', 2, 'one'), ('y', 1, 'two')`,
    `CREATE VIEW loud AS SELECT upper(c) AS c FROM pairs`,
    `CREATE INDEX pairs_by_c ON pairs (c)`,
  )
  await store.backup(to)
  const copy = new Database(to, { readonly: true, safeIntegers: true })
  expect(copy.query('SELECT * FROM odd ORDER BY n IS NULL').values()).toEqual([
    [9007199254740993n, 0.1, new Uint8Array([0, 255, 16]), 'ünï — \'quoted\' "twice"', 18014398509481986n],
    [null, null, null, null, null],
  ])
  expect(copy.query('SELECT * FROM pairs ORDER BY b').values()).toEqual([
    ['y', 1n, 'two'],
    ['x', 2n, 'one'],
  ])
  expect(copy.query('SELECT c FROM loud ORDER BY c').values()).toEqual([['ONE'], ['TWO']])
  expect(copy.query(`SELECT count(*) FROM sqlite_schema WHERE name = 'pairs_by_c'`).values()).toEqual([[1n]])
  copy.close()
})

test('after a restore no number is reused, and triggers and search still work', async () => {
  await run(
    `CREATE VIRTUAL TABLE search USING fts5 (body, prefix = '2 3')`,
    `INSERT INTO search (rowid, body) VALUES (7, 'a leaking tap'), (9, 'a blocked drain')`,
    `CREATE VIRTUAL TABLE note_search USING fts5 (text, content = 'notes', content_rowid = 'id')`,
    `INSERT INTO notes (text) VALUES ('one'), ('two')`,
    'DELETE FROM notes WHERE id = 2',
    `INSERT INTO note_search (note_search) VALUES ('rebuild')`,
  )
  await store.backup(to)
  const restored = await openStore({ url: `file:${to}` }, 0, { durable: false })
  expect(await restored.write((tx) => addNote(tx, 'three'))).toBe(3)
  const overlapping = await failureOf(restored.write((tx) => addNote(tx, 'overlapping visit')))
  expect(brokenConstraint(overlapping)).toBe('truckroll:overlap')
  const found = await restored.read.all(sql`SELECT rowid FROM search WHERE search MATCH 'dra*'`)
  expect(found).toEqual([{ rowid: 9 }])
  expect(await restored.read.all(sql`SELECT rowid FROM note_search WHERE note_search MATCH 'one'`)).toEqual([
    { rowid: 1 },
  ])
  await restored.close()
})
