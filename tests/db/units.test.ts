import { afterEach, beforeEach, expect, test } from 'bun:test'
import { StoreError, type Store, type Tx } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, notes, noteTexts } from '../support/notes'
import { openBeside, openTestStore, type TestStore } from '../support/store'

let opened: TestStore
let store: Store

beforeEach(async () => {
  opened = await openTestStore()
  store = opened.store
  await createNotes(store)
})
afterEach(() => opened.close())

test('a unit that throws undoes only itself, and its neighbors in the batch are kept', async () => {
  const outcomes = await Promise.allSettled([
    store.write((tx) => addNote(tx, 'first')),
    store.write(async (tx) => {
      await addNote(tx, 'undone')
      throw new Error('changed my mind')
    }),
    store.write((tx) => addNote(tx, 'third')),
  ])
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { message: 'changed my mind' } })
  expect(await noteTexts(store.read)).toEqual(['first', 'third'])
})

test("a unit that throws at the start or end of a batch doesn't affect the others", async () => {
  const failing = (text: string) =>
    store.write(async (tx) => {
      await addNote(tx, text)
      throw new Error(text)
    })
  await Promise.allSettled([failing('a'), store.write((tx) => addNote(tx, 'kept')), failing('b')])
  expect(await noteTexts(store.read)).toEqual(['kept'])
  await Promise.allSettled([failing('c'), failing('d')])
  await store.write((tx) => addNote(tx, 'later'))
  expect(await noteTexts(store.read)).toEqual(['kept', 'later'])
})

test('a unit can handle a refused statement and continue', async () => {
  await store.write((tx) => addNote(tx, 'taken'))
  await store.write(async (tx) => {
    await addNote(tx, 'before')
    await addNote(tx, 'taken').catch(() => addNote(tx, 'instead'))
    await addNote(tx, 'after')
  })
  expect(await noteTexts(store.read)).toEqual(['taken', 'before', 'instead', 'after'])
})

test('a write is answered only when another process can see it', async () => {
  const other = await openBeside(opened.address)
  try {
    const seen = await Promise.all(
      ['one', 'two', 'three'].map(async (text) => {
        await store.write((tx) => addNote(tx, text))
        return (await noteTexts(other.read)).includes(text)
      }),
    )
    expect(seen).toEqual([true, true, true])
  } finally {
    await other.close()
  }
})

test('no unit is answered before the last one in its batch has run', async () => {
  const events: string[] = []
  await Promise.all(
    ['one', 'two', 'three'].map((text) =>
      store
        .write(async (tx) => {
          await addNote(tx, text)
          events.push(`ran ${text}`)
        })
        .then(() => events.push(`answered ${text}`)),
    ),
  )
  const together = ['ran one', 'ran two', 'ran three', 'answered one', 'answered two', 'answered three']
  expect(events).toEqual(together)
})

test('units run one at a time, in the order they were requested', async () => {
  let running = 0
  let most = 0
  const texts = Array.from({ length: 300 }, (_, index) => `note ${index}`)
  await Promise.all(
    texts.map((text) =>
      store.write(async (tx) => {
        most = Math.max(most, ++running)
        await addNote(tx, text)
        running--
      }),
    ),
  )
  expect(most).toBe(1)
  expect(await noteTexts(store.read)).toEqual(texts)
})

test('a unit sees its own writes and those of the unit before it', async () => {
  const counts = await Promise.all(
    ['one', 'two'].map((text) =>
      store.write(async (tx) => {
        await addNote(tx, text)
        return (await noteTexts(tx)).length
      }),
    ),
  )
  expect(counts).toEqual([1, 2])
})

test('the caller gets what a unit returns, even from a unit that never touches the store', async () => {
  expect(await store.write(() => 42)).toBe(42)
  expect(await store.write(async () => undefined)).toBeUndefined()
  const throwing = store.write(() => {
    throw new RangeError('at once')
  })
  expect(await failureOf(throwing)).toBeInstanceOf(RangeError)
})

test("a unit's handle stops working once the unit ends", async () => {
  let leaked: Tx | undefined
  await store.write(async (tx) => {
    leaked = tx
    await addNote(tx, 'inside')
  })
  await failureOf((async () => addNote(leaked!, 'outside'))())
  await failureOf(store.write(async () => addNote(leaked!, 'in another unit')))
  expect(await noteTexts(store.read)).toEqual(['inside'])
})

test("reads don't wait for an open write", async () => {
  const lenient = await openTestStore({ durable: false })
  await createNotes(lenient.store)
  await lenient.store.write((tx) => addNote(tx, 'committed'))
  const seen = await lenient.store.write(async (tx) => {
    await addNote(tx, 'open')
    return noteTexts(lenient.store.read)
  })
  expect(seen).toEqual(['committed'])
  expect(await noteTexts(lenient.store.read)).toEqual(['committed', 'open'])
  await lenient.close()
})

test('the read handle refuses to write', async () => {
  await store.write((tx) => addNote(tx, 'kept'))
  await failureOf((async () => addNote(store.read, 'by the back door'))())
  await failureOf((async () => store.read.delete(notes))())
  expect(await noteTexts(store.read)).toEqual(['kept'])
})

test('closing waits for earlier requests and refuses later ones', async () => {
  const other = await openBeside(opened.address)
  const writing = other.write((tx) => addNote(tx, 'in time'))
  const closing = other.close()
  expect(await failureOf(other.write((tx) => addNote(tx, 'too late')))).toBeInstanceOf(StoreError)
  await Promise.all([writing, closing, other.close()])
  expect(await noteTexts(store.read)).toEqual(['in time'])
})

test("health shows the store as up, and as down once it's closed", async () => {
  const other = await openBeside(opened.address)
  expect(await other.health()).toMatchObject({ up: true, latencyMs: expect.any(Number) })
  await other.close()
  expect(await other.health()).toMatchObject({ up: false })
})
