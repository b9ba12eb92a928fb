import { sql, type SQL } from 'drizzle-orm'
import type { AnySQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * A list of any length as a table for `IN`. It is passed as one value, because the number of parameters is
 * limited.
 */
export const among = (values: readonly string[]): SQL => elementsOf(JSON.stringify(values))

/** The same for a prepared statement, which gets the list as JSON under this name. */
export const amongNamed = (name: string): SQL => elementsOf(sql.placeholder(name))

const elementsOf = (list: unknown): SQL => sql`(SELECT value FROM json_each(${list}))`

export const isAnyOf = (column: AnySQLiteColumn, values: readonly string[]): SQL =>
  sql`${column} IN ${among(values)}`

/** Rows before a position in the order of these columns. A row value lets SQLite use an index. */
export function before(columns: AnySQLiteColumn[], position: readonly (string | number)[]): SQL {
  const values = position.map((value) => sql`${value}`)
  return sql`(${sql.join(columns, sql`, `)}) < (${sql.join(values, sql`, `)})`
}

/** Text for a pattern with `ESCAPE '\\'`, in which `%` and `_` stand for themselves. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)

/** Whether a column contains the text, ignoring case. */
export function holdsText(column: AnySQLiteColumn, text: string): SQL {
  return sql`${column} LIKE ${`%${likeText(text)}%`} ESCAPE '\\'`
}

/** Characters that people leave out or add as they like, especially in phone numbers. */
const loose = [' ', '-', '(', ')', '.', '+']

/** Prepares a text for `mentions`. */
export const squeezed = (text: string): string =>
  loose.reduce((rest, sign) => rest.replaceAll(sign, ''), sqliteLower(text))

/** Whether a column contains one of these words, ignoring case and the format of numbers. */
export function mentions(column: AnySQLiteColumn, words: readonly string[]): SQL {
  const text = loose.reduce((rest, sign) => sql`replace(${rest}, ${sign}, '')`, sql`lower(${column})`)
  const wanted = JSON.stringify(words.map(squeezed))
  return sql`EXISTS (SELECT 1 FROM json_each(${wanted}) AS word WHERE instr(${text}, word.value) > 0)`
}

/** Lowers only A to Z, like SQLite's `lower`. Use it on values that are compared with a lowered column. */
export const sqliteLower = (text: string): string =>
  isAscii.test(text) ? text.toLowerCase() : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

// oxlint-disable-next-line no-control-regex -- ASCII begins with the control characters.
const isAscii = /^[\x00-\x7f]*$/

/**
 * How many of the newest matches a list sorts by a column. An index for each column would make every booking
 * pay for it, and nobody reads further.
 */
export const mostSorted = 5_000

interface Sorted {
  table: SQLiteTable
  /** Grows with time. */
  id: SQL | AnySQLiteColumn
  key: SQL | AnySQLiteColumn
  where: SQL | undefined
  /** Newest first by this, if the filter's index has another order than the id. */
  newest?: SQL | AnySQLiteColumn
  isDown: boolean
  limit: number
  after: readonly (string | number)[] | null
}

/** Finds a row if more rows match than a list sorts. */
export const beyondSorted = (table: SQLiteTable, where: SQL | undefined): SQL =>
  sql`SELECT 1 AS found FROM ${table} WHERE ${where ?? sql`true`} LIMIT 1 OFFSET ${sql.raw(String(mostSorted))}`

/** The ids of one page of the newest matches, in the order of a column. */
export function sortedIds({ table, id, key, where, newest = id, isDown, limit, after }: Sorted): SQL {
  const order = sql.raw(isDown ? 'DESC' : 'ASC')
  const beyond = sql.raw(isDown ? '<' : '>')
  const rest = after && sql`WHERE (sort_key, id) ${beyond} (${after[0]}, ${after[1]})`
  return sql`(SELECT id FROM (
    SELECT ${id} AS id, ${key} AS sort_key FROM ${table} WHERE ${where ?? sql`true`}
    ORDER BY ${newest} DESC LIMIT ${sql.raw(String(mostSorted))}
  ) ${rest ?? sql``} ORDER BY sort_key ${order}, id ${order} LIMIT ${limit})`
}
