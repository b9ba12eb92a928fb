import { afterEach, beforeEach, expect, test } from 'bun:test'
import { StoreError } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, noteTexts } from '../support/notes'
import { openTestStore, type TestStore } from '../support/store'

let opened: TestStore

beforeEach(async () => {
  opened = await openTestStore()
  await createNotes(opened.store)
})
afterEach(() => opened.close())

test('a unit that waits for a timer is rolled back and named, and its neighbors are kept', async () => {
  const { store } = opened
  const timer = Promise.withResolvers<void>()
  const straying = failureOf(
    store.write(async (tx) => {
      await addNote(tx, 'straying')
      await timer.promise
    }),
  )
  const neighbour = store.write((tx) => addNote(tx, 'neighbour'))
  const failure = await straying
  timer.resolve()
  expect(failure).toBeInstanceOf(StoreError)
  expect(failure.message).toContain('awaited something other than the store')
  expect(failure.message).toContain('await timer.promise')
  await neighbour
  expect(await noteTexts(store.read)).toEqual(['neighbour'])
})

test('a unit that writes through the store instead of its handle is named', async () => {
  const { store } = opened
  const failure = await failureOf(
    store.write(async (tx) => {
      await addNote(tx, 'outer')
      await store.write((inner) => addNote(inner, 'inner'))
    }),
  )
  expect(failure).toBeInstanceOf(StoreError)
  expect(failure.message).toContain('addNote(inner')
  await store.write(() => undefined)
  expect(await noteTexts(store.read)).toEqual(['inner'])
})

test("late statements of a refused unit don't reach the store", async () => {
  const { store } = opened
  const timer = Promise.withResolvers<void>()
  const late = Promise.withResolvers<Error>()
  await failureOf(
    store.write(async (tx) => {
      await timer.promise
      late.resolve(failureOf((async () => addNote(tx, 'late'))()))
    }),
  )
  timer.resolve()
  await late.promise
  expect(await noteTexts(store.read)).toEqual([])
})

test('a unit with many statements that awaits only the store is left alone', async () => {
  const { store } = opened
  await store.write(async (tx) => {
    for (let index = 0; index < 50; index++) await addNote(tx, `note ${index}`)
    await Promise.all([addNote(tx, 'side'), addNote(tx, 'by side')])
  })
  expect(await noteTexts(store.read)).toHaveLength(52)
})
