import { and, desc, eq, getTableColumns, getTableName, gte, is, lte, sql } from 'drizzle-orm'
import { SQLiteTable, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { isAnyOf } from '../../../../db/conditions'
import * as schema from '../../../../db/schema'
import type { Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { conflict } from '../../../lib/errors'
import { changeManyFound, removeImported, unfillImported } from '../../customers'
import { removeImportedJobs } from '../../jobs'
import { recordActivity } from '../../office'
import { changeImport, ChunkSize, requireImport, undoableFor, type ImportRow, restPerWork } from './rows'
import { SearchUpkeep } from './search-upkeep'

const { importRows, imports } = schema

/** Begins to take an import back. One that still runs stops at its next chunk. */
export async function startUndo(deps: Deps, id: string, actor: Actor): Promise<ImportRow> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireImport(tx, id)
    if (row.state === 'undoing') return row
    if (row.state !== 'done' && row.state !== 'running')
      throw conflict('Only a file that was imported can be undone')
    if ((row.finishedAt ?? now) < now - undoableFor)
      throw conflict('This import is more than 30 days old, so it can no longer be undone')
    await recordActivity(tx, now, {
      type: 'import.undone',
      actor,
      summary: `Undid an import of ${row.kind}`,
      metadata: { importId: id },
    })
    return changeImport(tx, id, { state: 'undoing', position: row.rows, updatedAt: now })
  })
}

/** Throws away a file that wasn't imported. */
export async function discardImport(deps: Deps, id: string): Promise<ImportRow> {
  return deps.store.write(async (tx) => {
    const row = await requireImport(tx, id)
    if (
      row.state !== 'ready' &&
      row.state !== 'checking' &&
      (row.state !== 'failed' || row.startedAt !== null)
    )
      throw conflict('This file is imported. You can undo the import instead.')
    return changeImport(tx, id, { state: 'undoing', position: row.rows, updatedAt: deps.clock.now() })
  })
}

/** Takes back one chunk after another, the last rows first. Says whether the record itself is gone too. */
export async function undoNow(deps: Deps, row: ImportRow): Promise<boolean> {
  const size = new ChunkSize()
  const upkeep = new SearchUpkeep(deps)
  let current: ImportRow = row
  while (current.state === 'undoing' && !deps.background.stopping) {
    const startedAt = performance.now()
    if (current.position === 0) {
      if (row.startedAt !== null && !(await upkeep.finish())) return false
      return deps.store.write((tx) => end(tx, deps.clock.now(), row.id))
    }
    const { position } = current
    current = await deps.store.write((tx) => undoChunk(tx, deps.clock.now(), current, size.rows))
    size.measure(startedAt)
    await deps.background.restAfter(startedAt, restPerWork)
    await upkeep.removed(position - current.position)
  }
  return false
}

/** A file that never ran leaves no trace. */
async function end(tx: Tx, now: number, id: string): Promise<boolean> {
  const row = await requireImport(tx, id)
  if (row.state !== 'undoing') return false
  if (row.startedAt === null) {
    await tx.delete(imports).where(eq(imports.id, id))
    return true
  }
  await changeImport(tx, id, {
    state: row.failure === null ? 'undone' : 'failed',
    finishedAt: now,
    updatedAt: now,
  })
  return false
}

async function undoChunk(tx: Tx, now: number, expected: ImportRow, limit: number): Promise<ImportRow> {
  const row = await requireImport(tx, expected.id)
  if (row.state !== 'undoing' || row.position !== expected.position) return row
  const lines = await tx
    .select()
    .from(importRows)
    .where(and(eq(importRows.importId, row.id), lte(importRows.line, row.position)))
    .orderBy(desc(importRows.line))
    .limit(limit)
  const lowest = lines.at(-1)?.line ?? 1
  const { removed = 0, restored = 0, kept = 0, ...counts } = row.counts
  const done = await takeBack(tx, row.startedAt ?? now, lines)
  await tx
    .delete(importRows)
    .where(
      and(eq(importRows.importId, row.id), gte(importRows.line, lowest), lte(importRows.line, row.position)),
    )
  return changeImport(tx, row.id, {
    position: lowest - 1,
    counts: {
      ...counts,
      removed: removed + done.removed,
      restored: restored + done.restored,
      kept: kept + done.kept,
    },
    updatedAt: now,
  })
}

type Journal = typeof importRows.$inferSelect

/** Jobs first, because their customers can only go without them. Records that were used since stay. */
async function takeBack(tx: Tx, at: number, lines: readonly Journal[]) {
  const jobIds = lines.flatMap(({ jobId }) => jobId ?? [])
  const freeJobs = await unused(tx, 'jobId', jobIds)
  const jobsGone = jobIds.length === 0 ? [] : await removeImportedJobs(tx, at, freeJobs)
  const customers = lines.some(({ recordId }) => recordId !== null)
    ? await changeManyFound(tx, () => takeCustomersBack(tx, at, lines))
    : { removed: 0, restored: 0, kept: 0 }
  return {
    removed: customers.removed + jobsGone.length,
    restored: customers.restored,
    kept: customers.kept + jobIds.length - jobsGone.length,
  }
}

async function takeCustomersBack(tx: Tx, at: number, lines: readonly Journal[]) {
  let restored = 0
  let changed = 0
  for (const { recordId, filled } of lines) {
    if (recordId === null || filled === null) continue
    if (await unfillImported(tx, at, { id: recordId, ...filled })) restored++
    else changed++
  }
  const ids = lines.flatMap(({ recordId, filled }) => (filled === null && recordId) || [])
  const gone = await removeImported(tx, at, await unused(tx, 'customerId', ids))
  return { removed: gone.length, restored, kept: ids.length - gone.length + changed }
}

/** Tables that point at a job or a customer without being a use of it. */
const ownTables = new Set(['import_rows', 'jobs', 'job_events', 'hq_tasks'])

/** Every column that names a job or a customer, by the schema alone, so that new tables count too. */
function usesOf(name: 'jobId' | 'customerId'): AnySQLiteColumn[] {
  return Object.values(schema).flatMap((table): AnySQLiteColumn[] => {
    if (!is(table, SQLiteTable)) return []
    const title = getTableName(table)
    if (title.startsWith('demo_') || (ownTables.has(title) && !(title === 'jobs' && name === 'customerId')))
      return []
    const columns: Record<string, AnySQLiteColumn> = getTableColumns(table)
    const column = columns[name]
    return column ? [column] : []
  })
}

/** Those of these ids that no other record names. */
async function unused(tx: Tx, name: 'jobId' | 'customerId', ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const uses = usesOf(name).map(
    (column) => sql`SELECT ${column} AS id FROM ${column.table} WHERE ${isAnyOf(column, ids)}`,
  )
  const rows = await tx.all<{ id: string }>(sql.join(uses, sql` UNION `))
  const used = new Set(rows.map(({ id }) => id))
  return ids.filter((id) => !used.has(id))
}
