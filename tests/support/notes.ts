import { sql } from 'drizzle-orm'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Db, Store } from '../../db/store'

/** Tables for the store's own tests, separate from the product's so neither gets in the other's way. */
export const notes = sqliteTable('notes', {
  id: integer('id').primaryKey({ autoIncrement: true }),
  text: text('text').notNull().unique(),
  stars: integer('stars').notNull().default(1),
  parent: integer('parent'),
})

const statements = [
  `CREATE TABLE notes (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    text TEXT NOT NULL UNIQUE,
    stars INTEGER NOT NULL DEFAULT 1 CONSTRAINT notes_stars CHECK (stars BETWEEN 1 AND 5),
    parent INTEGER REFERENCES notes (id))`,
  `CREATE TRIGGER notes_no_overlap BEFORE INSERT ON notes WHEN NEW.text LIKE 'overlapping %'
    BEGIN SELECT RAISE(ABORT, 'truckroll:overlap'); END`,
]

export async function createNotes(store: Store): Promise<void> {
  await store.write(async (tx) => {
    for (const statement of statements) await tx.run(sql.raw(statement))
  })
}

export async function addNote(db: Db, text: string): Promise<number> {
  const [row] = await db.insert(notes).values({ text }).returning({ id: notes.id })
  return row!.id
}

export async function noteTexts(db: Db): Promise<string[]> {
  const rows = await db.select({ text: notes.text }).from(notes).orderBy(notes.id)
  return rows.map(({ text }) => text)
}
