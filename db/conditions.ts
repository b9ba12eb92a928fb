import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn } from 'drizzle-orm/sqlite-core'

/** A list of any length as a table, for behind `IN`: it goes in as one value, where parameters have a limit. */
export const among = (values: readonly string[]): SQL => elementsOf(JSON.stringify(values))

/** The same for a prepared statement, which is given the list as JSON under this name. */
export const amongNamed = (name: string): SQL => elementsOf(sql.placeholder(name))

const elementsOf = (list: unknown): SQL => sql`(SELECT value FROM json_each(${list}))`

/** Whether a column is one of these. */
export const isAnyOf = (column: AnySQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} IN ${among(values)}`

/** What comes before a position in the order of these columns. A row value, so that an index finds it. */
export function before(columns: AnySQLiteColumn[], position: readonly (string | number)[]): SQL {
  const values = position.map((value) => sql`${value}`)
  return sql`(${sql.join(columns, sql`, `)}) < (${sql.join(values, sql`, `)})`
}

/** Text for a pattern with `ESCAPE '\\'`, in which `%` and `_` stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Whether a column holds the text somewhere, ignoring case. */
export function holdsText(column: AnySQLiteColumn, text: string): SQL {
  return sql`${column} LIKE ${`%${likeText(text)}%`} ESCAPE '\\'`
}

/** Signs that people leave out or put in as they like, in numbers above all. */
const loose = [' ', '-', '(', ')', '.', '+']

/** A text as `mentions` compares it. */
export const squeezed = (text: string): string =>
  loose.reduce((rest, sign) => rest.replaceAll(sign, ''), sqliteLower(text))

/** Whether a column names one of these, in whatever case and however a number is written. */
export function mentions(column: AnySQLiteColumn, words: readonly string[]): SQL {
  const text = loose.reduce((rest, sign) => sql`replace(${rest}, ${sign}, '')`, sql`lower(${column})`)
  const wanted = JSON.stringify(words.map(squeezed))
  return sql`EXISTS (SELECT 1 FROM json_each(${wanted}) AS word WHERE instr(${text}, word.value) > 0)`
}

/** As SQLite's own `lower` does it: only A to Z change. What is compared with a lowered column goes through this. */
export const sqliteLower = (text: string): string =>
  text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())
