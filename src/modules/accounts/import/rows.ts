import { and, asc, eq, gt, ne, sql } from 'drizzle-orm'
import { franchises, franchiseZips, importRows, imports, serviceTypes, workers } from '../../../../db/schema'
import { onlyRow, prepared, type Db, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import { day } from '../../../lib/clock'
import { missing } from '../../../lib/errors'
import type { Fault } from './interpret'
import type { JobReading } from './interpret-job'

export type ImportRow = typeof imports.$inferSelect

/** Rows per unit of writes where each is little work. */
export const chunkRows = 100

/** The rest after a chunk, as a share of the time it took. */
export const restPerWork = 0.3

/** No request should wait longer for a chunk. */
const chunkMs = 15
const fewestRows = 40
const mostRows = 200

/** How many rows make a chunk, by the time that those before took on this machine. */
export class ChunkSize {
  rows = 60

  measure(startedAt: number): void {
    const fitting = (this.rows * chunkMs) / Math.max(performance.now() - startedAt, 1)
    // One slow chunk says little, because others use the machine too.
    const next = Math.min(Math.max(fitting, this.rows / 1.5), this.rows * 1.2)
    this.rows = Math.round(Math.min(Math.max(next, fewestRows), mostRows))
  }
}

/** An import can be undone this long; then its journal goes. */
export const undoableFor = 30 * day

/** The result of checking the whole file. */
export interface Findings {
  /** Rows without an error, duplicates included. */
  good: number
  /** Rows with an error, which can't be imported. */
  errors: number
  warnings: number
  /** Rows about a customer or a job of ours. */
  known: number
  /** Rows about a customer or a job of an earlier row. */
  repeated: number
  /** Of the known and repeated rows, those that fill in something; the others are skipped. */
  merged: number
  /** Jobs in the past, and jobs ahead of us. */
  history: number
  upcoming: number
  faults: (Fault & { count: number })[]
  /** The first rows that are known or repeated. */
  duplicates: number[]
  /** Of those, the rows that fill in something. */
  mergedRows: number[]
  /** The first rows with a fault. */
  examples: number[]
}

const byId = prepared((db) =>
  db
    .select()
    .from(imports)
    .where(eq(imports.id, sql.placeholder('id')))
    .limit(1),
)

export async function requireImport(db: Db, id: string): Promise<ImportRow> {
  const row = await byId.get(db, { id })
  if (!row) throw missing('Import')
  return row
}

export async function changeImport(tx: Tx, id: string, change: Partial<ImportRow>): Promise<ImportRow> {
  return onlyRow(await tx.update(imports).set(change).where(eq(imports.id, id)).returning())
}

export interface StagedRow {
  line: number
  cells: string[]
}

const following = prepared((db) =>
  db
    .select({ line: importRows.line, cells: importRows.cells })
    .from(importRows)
    .where(and(eq(importRows.importId, sql.placeholder('id')), gt(importRows.line, sql.placeholder('after'))))
    .orderBy(asc(importRows.line))
    .limit(sql.placeholder('limit')),
)

/** The next rows of a file, in order. */
export async function nextRows(db: Db, id: string, after: number, limit: number): Promise<StagedRow[]> {
  const rows = await following.all(db, { id, after, limit })
  return rows.map(({ line, cells }) => ({ line, cells: cells ?? [] }))
}

/** Adds rows in one statement. */
export async function addRows(tx: Tx, id: string, after: number, rows: readonly string[][]): Promise<void> {
  const values = rows.map((cells, at) => [after + at + 1, JSON.stringify(cells)])
  await tx.run(sql`
    INSERT INTO import_rows (import_id, line, cells)
    SELECT ${id}, value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(values)})`)
}

/** Everything that rows are compared with, as of now. */
export async function readingOf({ store, clock, settings }: Deps, row: ImportRow): Promise<JobReading> {
  const { columns, mapping, kind } = row
  const { timeZone } = settings.business
  const base = { columns, mapping, timeZone, now: clock.now() }
  if (kind === 'customers') return { ...base, services: new Map(), workers: new Map(), zones: new Map() }
  const services = await store.read.select().from(serviceTypes)
  const team = await store.read.select({ id: workers.id, name: workers.name }).from(workers)
  const zones = await store.read
    .select({ zip: franchiseZips.zip, zone: franchises.timeZone })
    .from(franchiseZips)
    .innerJoin(franchises, eq(franchises.id, franchiseZips.franchiseId))
    .where(ne(franchises.timeZone, timeZone))
  const byName = Map.groupBy(team, ({ name }) => name.trim().toLowerCase())
  return {
    ...base,
    zones: new Map(zones.map(({ zip, zone }) => [zip, zone])),
    services: new Map(
      services.map(({ id, label, baseMinutes }) => [
        label.toLowerCase(),
        { id, label, minutes: baseMinutes ?? 60 },
      ]),
    ),
    workers: new Map(
      [...byName].flatMap(([name, [first, another]]) =>
        first && !another ? [[name, first.id] as const] : [],
      ),
    ),
  }
}
