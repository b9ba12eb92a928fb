import { afterEach, beforeEach, expect, test } from 'bun:test'
import { eq, sql } from 'drizzle-orm'
import { brokenConstraint, type Tx } from '../../db/store'
import { failureOf } from '../support/failure'
import { addNote, createNotes, notes } from '../support/notes'
import { openTestStore, type TestStore } from '../support/store'

let opened: TestStore

beforeEach(async () => {
  opened = await openTestStore()
  await createNotes(opened.store)
  await opened.store.write((tx) => addNote(tx, 'taken'))
})
afterEach(() => opened.close())

const cases: [string, (tx: Tx) => PromiseLike<unknown>, string][] = [
  ['a taken value', (tx) => addNote(tx, 'taken'), 'UNIQUE constraint failed: notes.text'],
  [
    'a taken key',
    (tx) => tx.insert(notes).values({ id: 1, text: 'x' }),
    'UNIQUE constraint failed: notes.id',
  ],
  [
    'a value out of range',
    (tx) => tx.insert(notes).values({ text: 'x', stars: 6 }),
    'CHECK constraint failed: notes_stars',
  ],
  [
    'a reference to nothing',
    (tx) => tx.insert(notes).values({ text: 'x', parent: 99 }),
    'FOREIGN KEY constraint failed',
  ],
  [
    'a missing value',
    (tx) => tx.run(sql`INSERT INTO notes (text) VALUES (NULL)`),
    'NOT NULL constraint failed: notes.text',
  ],
  ["a trigger's refusal", (tx) => addNote(tx, 'overlapping visit'), 'truckroll:overlap'],
]

for (const [what, write, text] of cases) {
  test(`${what} is recognized, inside the unit and outside`, async () => {
    const { store } = opened
    let inside = null as string | null
    const writing = store.write(async (tx) => {
      try {
        await write(tx)
      } catch (error) {
        inside = brokenConstraint(error)
        throw error
      }
    })
    const outside = brokenConstraint(await failureOf(writing))
    expect({ inside, outside }).toEqual({ inside: text, outside: text })
  })
}

test("a row that others refer to can't be deleted", async () => {
  const { store } = opened
  await store.write((tx) => tx.insert(notes).values({ text: 'child', parent: 1 }))
  const removing = store.write((tx) => tx.delete(notes).where(eq(notes.id, 1)))
  expect(brokenConstraint(await failureOf(removing))).toBe('FOREIGN KEY constraint failed')
})

test("a mistake in a statement isn't reported as a broken constraint", async () => {
  const failing = opened.store.write((tx) => tx.run(sql`SELECT * FROM nowhere`))
  const failure = await failureOf(failing)
  expect(brokenConstraint(failure)).toBeNull()
})

test("a value that reads like a refusal isn't mistaken for one and stays out of the message", async () => {
  const text = 'truckroll:overlap, UNIQUE constraint failed: notes.id'
  const statements: ((tx: Tx) => PromiseLike<unknown>)[] = [
    (tx) => tx.insert(notes).values({ text, stars: 6 }),
    (tx) => tx.insert(notes).values({ text, stars: 6 }).returning(),
    (tx) => tx.run(sql`INSERT INTO notes (text, stars) VALUES (${text}, 6)`),
  ]
  for (const statement of statements) {
    const failure = await failureOf(opened.store.write(statement))
    expect(brokenConstraint(failure)).toBe('CHECK constraint failed: notes_stars')
    expect(String(failure)).not.toContain('overlap')
  }
})
