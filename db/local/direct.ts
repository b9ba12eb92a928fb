import type { Database, Statement } from 'bun:sqlite'
import { is, Param, Placeholder } from 'drizzle-orm'

type Values = Record<string, unknown>
type Binder = (values: Values) => never

/** The parts of Drizzle's prepared statement that are tuned. */
interface DrizzleStatement {
  stmt: Statement
  query: { sql: string; params: unknown[] }
  run(values?: Values): unknown
}

/** Makes a statement that is kept for long as quick as one written by hand. */
export const tuneFor =
  (connection: Database) =>
  <S extends { run(values?: Values): unknown }>(prepared: S): S => {
    const statement = prepared as unknown as Partial<DrizzleStatement>
    if (!isComplete(statement)) return prepared
    writeOutLimit(connection, statement)
    bindDirectly(statement)
    return prepared
  }

function isComplete(statement: Partial<DrizzleStatement>): statement is DrizzleStatement {
  return statement.stmt !== undefined && statement.query !== undefined
}

/** SQLite plans a query anew for each value bound to its LIMIT, which costs several times the look-up itself. */
function writeOutLimit(connection: Database, statement: DrizzleStatement): void {
  const { sql, params } = statement.query
  const limit = params.at(-1)
  if (typeof limit !== 'number' || !sql.endsWith(' limit ?')) return
  statement.query = {
    ...statement.query,
    sql: sql.replace(/\?$/, String(limit)),
    params: params.slice(0, -1),
  }
  statement.stmt = connection.prepare(statement.query.sql)
}

/**
 * Drizzle finds out anew on every run which bound value is a placeholder and how to encode it, which
 * costs more than SQLite's part of a small insert. Here that is found out once per statement.
 */
function bindDirectly(statement: DrizzleStatement): void {
  const { stmt, query } = statement
  const binders = query.params.map(binderOf)
  statement.run = (values: Values = {}) => {
    stmt.run(...binders.map((bind) => bind(values)))
  }
}

function binderOf(param: unknown): Binder {
  if (is(param, Placeholder)) return named(param.name)
  if (!is(param, Param)) return () => param as never
  const { value, encoder } = param
  if (is(value, Placeholder)) {
    const read = named(value.name)
    // Drizzle writes null as it is, whatever the column's encoding.
    return (values) => {
      const given = read(values)
      return (given === null ? null : encoder.mapToDriverValue(given)) as never
    }
  }
  const constant = value === null ? null : encoder.mapToDriverValue(value)
  return () => constant as never
}

function named(name: string): Binder {
  return (values) => {
    const value = values[name]
    if (value === undefined) throw new Error(`No value for the placeholder ${name}`)
    return value as never
  }
}
