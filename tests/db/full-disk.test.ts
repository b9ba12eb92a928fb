import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { sql } from 'drizzle-orm'
import { join } from 'node:path'
import { openLocal } from '../../db/local/engine'
import { StoreError } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, noteTexts } from '../support/notes'
import { temporaryFolder } from '../support/temp'

const folder = temporaryFolder('full-disk')
let store: ReturnType<typeof openLocal>
let files = 0

beforeEach(async () => {
  store = openLocal(join(folder, `${++files}.db`), { strict: true, durable: false, batchMs: 5_000 })
  await createNotes(store)
  await store.write((tx) => addNote(tx, 'before'))
})
afterEach(() => store.close())

/** Not a page more than there is, as on a full disk. */
function fillDisk(): void {
  const { page_count } = store.connection.query('PRAGMA page_count').get() as { page_count: number }
  store.connection.run(`PRAGMA max_page_count = ${page_count}`)
}

const large = (name: string): string => name + 'x'.repeat(100_000)

describe('on a full disk', () => {
  test('a write fails with a store error, and works again once there is room', async () => {
    fillDisk()
    expect(await failureOf(store.write((tx) => addNote(tx, large('one'))))).toBeInstanceOf(StoreError)
    store.connection.run('PRAGMA max_page_count = 1000000')
    await store.write((tx) => addNote(tx, 'after'))
    expect(await noteTexts(store.read)).toEqual(['before', 'after'])
  })

  test('everyone sharing the batch gets an answer, even when SQLite rolls back the whole transaction', async () => {
    await store.write((tx) => tx.run(sql`CREATE TABLE blobs (data BLOB)`))
    fillDisk()
    const outcomes = await Promise.allSettled([
      store.write((tx) => tx.run(sql`UPDATE notes SET text = 'small'`)),
      ...[1, 2].map(() => store.write((tx) => tx.run(sql`INSERT INTO blobs VALUES (zeroblob(100000))`))),
      store.write((tx) => addNote(tx, large('last'))),
    ])
    for (const outcome of outcomes.slice(1)) expect(outcome).toMatchObject({ reason: { name: 'StoreError' } })
    expect(outcomes[0]).toMatchObject({ status: 'rejected', reason: { name: 'StoreError' } })
    expect(await noteTexts(store.read)).toEqual(['before'])
    store.connection.run('PRAGMA max_page_count = 1000000')
    await store.write((tx) => addNote(tx, 'after'))
    expect(await noteTexts(store.read)).toEqual(['before', 'after'])
  })
})

test('a read-only disk is a store error, and reading still works', async () => {
  store.connection.run('PRAGMA query_only = ON')
  expect(await failureOf(store.write((tx) => addNote(tx, 'one')))).toBeInstanceOf(StoreError)
  expect(await noteTexts(store.read)).toEqual(['before'])
  store.connection.run('PRAGMA query_only = OFF')
  await store.write((tx) => addNote(tx, 'after'))
  expect(await noteTexts(store.read)).toEqual(['before', 'after'])
})
