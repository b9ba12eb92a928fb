import { afterEach, beforeEach, expect, test } from 'bun:test'
import { asc, eq, gte, sql } from 'drizzle-orm'
import { vitals } from '../../db/schema'
import { placeholders, prepared, brokenConstraint, type Db, type Store } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, notes } from '../support/notes'
import { openTestStore, type TestStore } from '../support/store'

let opened: TestStore
let store: Store
let built = 0

const findNote = prepared((db) => {
  built++
  return db
    .select({ id: notes.id, text: notes.text })
    .from(notes)
    .where(eq(notes.text, sql.placeholder('text')))
})
const starred = prepared((db) =>
  db
    .select({ text: notes.text, stars: notes.stars })
    .from(notes)
    .where(gte(notes.stars, sql.placeholder('stars')))
    .orderBy(asc(notes.id)),
)
const insertNote = prepared((db) => db.insert(notes).values(placeholders(notes)))
const insertVital = prepared((db) => db.insert(vitals).values(placeholders(vitals)))

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
  await createNotes(store)
  built = 0
})
afterEach(() => opened.close())

test("a prepared statement returns the rows for each call's values", async () => {
  await store.write(async (tx) => {
    await insertNote.run(tx, { id: null, text: 'good', stars: 3, parent: null })
    await insertNote.run(tx, { id: 7, text: 'better', stars: 5, parent: 1 })
  })
  expect(await findNote.get(store.read, { text: 'better' })).toEqual({ id: 7, text: 'better' })
  expect(await findNote.get(store.read, { text: 'best' })).toBeUndefined()
  expect(await starred.all(store.read, { stars: 5 })).toEqual([{ text: 'better', stars: 5 }])
  expect(await starred.all(store.read, { stars: 1 })).toHaveLength(2)
})

test('a statement is built once for all reads and sees later writes', async () => {
  for (const text of ['one', 'two', 'three']) {
    await store.write((tx) => addNote(tx, text))
    expect(await findNote.get(store.read, { text })).toMatchObject({ text })
  }
  expect(built).toBe(1)
})

test('inside units a statement belongs to the unit; the local engine builds it once for all of them', async () => {
  const look = (tx: Db) => findNote.get(tx, { text: 'none' })
  await store.write(look)
  await store.write(look)
  expect(built).toBe(store.engine === 'local' ? 1 : 2)
})

test('a refused prepared statement reports the error and can be used again', async () => {
  const row = { id: null, text: 'once', stars: 1, parent: null }
  const insert = () => store.write((tx) => insertNote.run(tx, row))
  await insert()
  expect(brokenConstraint(await failureOf(insert()))).toBe('UNIQUE constraint failed: notes.text')
  row.text = 'twice'
  await insert()
  expect(await starred.all(store.read, { stars: 1 })).toHaveLength(2)
})

test('every column of a row lands in its field', async () => {
  const row = {
    id: 12,
    metric: 'LCP',
    value: 1.5,
    page: '/book',
    measurementId: null,
    receivedAt: 1_772_463_600_000,
  }
  await store.write((tx) => insertVital.run(tx, row))
  expect(await store.read.select().from(vitals)).toEqual([row])
})

test('a missing value is reported by name instead of stored as null', async () => {
  const forgetful = store.write((tx) => insertVital.run(tx, { id: 1, metric: 'LCP', value: 1, page: '/' }))
  expect((await failureOf(forgetful)).message).toMatch(/measurementId|receivedAt/)
  expect(await store.read.select().from(vitals)).toEqual([])
})
