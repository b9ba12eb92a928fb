import type { Database, Statement } from 'bun:sqlite'
import { Column, is, Param, Placeholder, SQL, type DriverValueDecoder } from 'drizzle-orm'

type Values = Record<string, unknown>
type Binder = (values: Values) => never

/** The parts of Drizzle's prepared statement that we optimize. */
interface DrizzleStatement {
  stmt: Statement
  query: { sql: string; params: unknown[] }
  /** A row's columns, and how each is decoded. */
  fields?: { path: string[]; field: unknown }[]
  customResultMapper?: unknown
  run(values?: Values): unknown
  get(values?: Values): unknown
  all(values?: Values): unknown
}

/** Makes a long-lived statement as fast as hand-written code. */
export const tuneFor =
  (connection: Database) =>
  <S extends { run(values?: Values): unknown }>(prepared: S): S => {
    const statement = prepared as unknown as Partial<DrizzleStatement>
    if (!isComplete(statement)) return prepared
    writeOutLimit(connection, statement)
    const bind = binderFor(statement)
    statement.run = (values) => {
      statement.stmt.run(...bind(values))
    }
    readDirectly(statement, bind)
    return prepared
  }

function isComplete(statement: Partial<DrizzleStatement>): statement is DrizzleStatement {
  return statement.stmt !== undefined && statement.query !== undefined
}

/** SQLite plans a query again for each value bound to LIMIT, which costs several times the lookup itself. */
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
 * On every run, Drizzle works out which values are placeholders and how to encode them, which costs more than
 * SQLite's part of a small insert. Here that is done once per statement.
 */
function binderFor({ query }: DrizzleStatement): (values?: Values) => never[] {
  const binders = query.params.map(binderOf)
  return (values = {}) => {
    const bound: never[] = []
    for (const bind of binders) bound.push(bind(values))
    return bound
  }
}

/**
 * The same for results: reading a wide row costs Drizzle several times what SQLite takes to find it. Rows that are
 * nested by table, as joins give them, are left to Drizzle, which turns a missing side into null.
 */
function readDirectly(statement: DrizzleStatement, bind: (values?: Values) => never[]): void {
  const { stmt, fields, customResultMapper } = statement
  if (!fields || customResultMapper) return
  const columns = fields.flatMap(({ path, field }) => {
    const decoder = decoderOf(field)
    if (!decoder || path.length > 1) return []
    const isPlain = decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return [{ name: path.join('.'), decoder: isPlain ? null : decoder }]
  })
  if (columns.length < fields.length) return
  const read = (row: unknown[]): Values => {
    const result: Values = {}
    let at = 0
    for (const { name, decoder } of columns) {
      const value = row[at++]
      result[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value)
    }
    return result
  }
  statement.get = (values) => {
    const row = stmt.values(...bind(values))[0]
    return row && read(row)
  }
  statement.all = (values) => stmt.values(...bind(values)).map(read)
}

function decoderOf(field: unknown): DriverValueDecoder<unknown, unknown> | null {
  if (is(field, Column)) return field
  const expression = is(field, SQL.Aliased) ? field.sql : field
  return is(expression, SQL)
    ? (expression as unknown as { decoder: DriverValueDecoder<unknown, unknown> }).decoder
    : null
}

function binderOf(param: unknown): Binder {
  if (is(param, Placeholder)) return named(param.name)
  if (!is(param, Param)) return () => param as never
  const { value, encoder } = param
  if (is(value, Placeholder)) {
    const read = named(value.name)
    // Most columns take values as they are.
    if (encoder.mapToDriverValue === Column.prototype.mapToDriverValue) return read
    // Drizzle writes null unchanged, whatever the column's encoding.
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
