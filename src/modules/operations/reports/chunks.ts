import { sql, type SQL } from 'drizzle-orm'
import type { Deps } from '../../../deps'
import { sqlDayOf } from './days'

/** A table whose rows are numbered in the order they arrive. */
export interface Source {
  name: 'jobs' | 'ledger'
  /** A row's number shifted right by this many bits is its chunk; the triggers in the schema use the same value. */
  bits: number
  /** The row's number, as an expression for a summary's `from`. */
  position: SQL
  last: SQL
}

/** Sums over a source. Finished chunks have stored sums; the others are added up on every read. */
export interface Summary<Key extends string = string, Measure extends string = string> {
  source: Source
  table: string
  from: SQL
  where?: SQL
  /** The time that decides which day a row counts for. */
  moment: SQL
  /** The columns the sums are grouped by, besides the day. */
  division: Record<Key, SQL>
  /** The amount one row adds to each column. */
  measures: Record<Measure, SQL>
  /** Each chunk also stores its totals by this column, because questions about all time need no days. */
  wholeBy?: Key
}

/** The part of `deps` that sums depend on. */
export type Calendar = Pick<Deps, 'settings' | 'clock'>

const names = (columns: string[]): SQL => sql.raw(columns.join(', '))

/** Stored sums and open rows together, as a table for a FROM: each row has a day, its division and its measures. */
export function everything(summary: Summary, calendar: Calendar): SQL {
  const columns = { ...rowOf(summary, calendar), ...summary.measures }
  const stored = names(Object.keys(columns).map((name) => `stored.${name}`))
  return sql`(
    SELECT ${stored}
    FROM summed_chunks AS done CROSS JOIN ${sql.raw(summary.table)} AS stored ON stored.chunk = done.chunk
    WHERE ${isDone(summary.source, calendar)}
    UNION ALL ${openRows(summary, calendar, columns)}
  )`
}

/** The same without days, grouped by one column only. */
export function everythingWhole<Key extends string>(summary: Summary<Key>, calendar: Calendar, by: Key): SQL {
  const columns = { [by]: summary.division[by], ...summary.measures }
  const sums = Object.keys(summary.measures).map((name) => `stored.value ->> '${name}' AS ${name}`)
  return sql`(
    SELECT ${names([`stored.key AS ${by}`, ...sums])}
    FROM summed_chunks AS done CROSS JOIN json_each(done.totals, ${sql.raw(`'$.${by}'`)}) AS stored
    WHERE ${isDone(summary.source, calendar)}
    UNION ALL ${openRows(summary, calendar, columns)}
  )`
}

/** A chunk's totals as a JSON object; the chunk's number comes from `wanted.chunk`. */
export function wholeOf({ table, measures }: Summary, by: string): SQL {
  const sums = Object.keys(measures).map((name) => `'${name}', sum(${name})`)
  return sql.raw(`(SELECT json_group_object(key, json(sums)) FROM (
    SELECT ${by} AS key, json_object(${sums.join(', ')}) AS sums FROM ${table} WHERE chunk = wanted.chunk GROUP BY ${by}
  ))`)
}

/** A condition: the chunk's sums are stored. */
export const isDone = ({ name }: Source, { settings }: Calendar): SQL =>
  sql`done.source = ${name} AND done.time_zone = ${settings.business.timeZone}`

/** The rows of chunks without stored sums. */
function openRows(
  { source, from, where = sql`1` }: Summary,
  { settings }: Calendar,
  columns: Record<string, SQL>,
): SQL {
  const named = Object.entries(columns).map(([name, value]) => sql`${value} AS ${sql.raw(name)}`)
  return sql`SELECT ${sql.join(named, sql`, `)}
    FROM ${openChunks(source, settings.business.timeZone)} AS open CROSS JOIN ${from}
    WHERE ${within(source, sql`open.chunk`)} AND ${where}`
}

/** Sums up one chunk and replaces what was stored for it. */
export function storing(summary: Summary, calendar: Calendar, chunk: number): SQL[] {
  const { source, table, from, where = sql`1`, measures } = summary
  const columns = rowOf(summary, calendar)
  const divided = Object.values(columns)
  const summed = Object.values(measures).map((value) => sql`sum(${value})`)
  const places = sql.raw(divided.map((_, place) => String(place + 2)).join(', '))
  return [
    sql`DELETE FROM ${sql.raw(table)} WHERE chunk = ${chunk}`,
    sql`INSERT INTO ${sql.raw(table)} (chunk, ${names([...Object.keys(columns), ...Object.keys(measures)])})
      SELECT ${sql.raw(String(chunk))}, ${sql.join([...divided, ...summed], sql`, `)}
      FROM ${from} WHERE ${within(source, sql`${chunk}`)} AND ${where}
      GROUP BY ${places}`,
  ]
}

/** The numbers of the chunks without stored sums, including the unfinished last one. */
export function openChunks(source: Source, timeZone: string): SQL {
  const { name, last } = source
  return sql`(
    WITH RECURSIVE every(chunk) AS (
      SELECT 0 UNION ALL SELECT chunk + 1 FROM every WHERE chunk < ${last} >> ${shift(source)}
    )
    SELECT chunk FROM every WHERE NOT EXISTS (
      SELECT 1 FROM summed_chunks AS done
      WHERE done.source = ${name} AND done.chunk = every.chunk AND done.time_zone = ${timeZone}
    )
  )`
}

function rowOf({ moment, division }: Summary, { settings, clock }: Calendar): Record<string, SQL> {
  return { day: sqlDayOf(moment, settings.business.timeZone, clock.now()), ...division }
}

/** A condition: the row is in the chunk. */
export function within(source: Source, chunk: SQL): SQL {
  const { position } = source
  return sql`${position} >= (${chunk} << ${shift(source)}) AND ${position} < ((${chunk} + 1) << ${shift(source)})`
}

export const shift = ({ bits }: Source): SQL => sql.raw(String(bits))
