import { asc, inArray, sql } from 'drizzle-orm'
import { imports } from '../../../../db/schema'
import { outageOf, type Tx } from '../../../../db/store'
import type { Deps } from '../../../deps'
import type { Actor } from '../../../lib/actor'
import { conflict, Refusal } from '../../../lib/errors'
import { describeError } from '../../../lib/log'
import { changeManyFound, fillImported, indexNewCustomers, insertImported } from '../../customers'
import { zipCenters, type ZipCenters } from '../../franchises'
import { insertImportedJobs, placeSoon } from '../../jobs'
import { recordActivity } from '../../office'
import { checkImport } from './check'
import { Decider, readRows, type Decision, type ReadRow } from './decide'
import {
  changeImport,
  ChunkSize,
  nextRows,
  readingOf,
  requireImport,
  type Findings,
  type ImportRow,
  restPerWork,
} from './rows'
import { SearchUpkeep } from './search-upkeep'
import { undoNow } from './undo'

/** Begins to import a checked file. The intent is on disk before the first row. */
export async function startImport(deps: Deps, id: string, actor: Actor): Promise<ImportRow> {
  const now = deps.clock.now()
  return deps.store.write(async (tx) => {
    const row = await requireImport(tx, id)
    if (row.state !== 'ready') throw conflict(notReady(row))
    const { errors } = row.findings as Findings
    if (errors > 0 && row.faulty === 'stop')
      throw conflict(
        `${errors} rows have errors. Fix the file and upload it again, or choose to leave these rows out.`,
      )
    await recordActivity(tx, now, {
      type: 'import.started',
      actor,
      summary: `Started importing ${row.rows} rows of ${row.kind}`,
      metadata: { importId: id },
    })
    return changeImport(tx, id, { state: 'running', position: 0, counts: {}, startedAt: now, updatedAt: now })
  })
}

function notReady({ state }: ImportRow): string {
  if (state === 'checking' || state === 'reading')
    return 'The file is still being checked. Try again in a moment.'
  return state === 'running'
    ? 'This import is running already'
    : 'This import is over. Upload the file again.'
}

const unfinished = ['checking', 'running', 'undoing'] as const

/** Carries on with every import that isn't finished, one after the other, also those of a process that died. */
export function resumeImports(deps: Deps): void {
  deps.background.runSingle('imports', async () => {
    const rows = await deps.store.read
      .select()
      .from(imports)
      .where(inArray(imports.state, [...unfinished]))
      .orderBy(asc(imports.createdAt))
    for (const row of rows) if (!deps.background.stopping) await workOn(deps, row.id)
  })
}

/** Does what an import waits for, until nothing is left to do or the process stops. */
export async function workOn(deps: Deps, id: string): Promise<ImportRow> {
  for (;;) {
    const row = await requireImport(deps.store.read, id)
    if (deps.background.stopping || !unfinished.some((state) => state === row.state)) return row
    try {
      if (row.state === 'checking') await checkImport(deps, row)
      else if (row.state === 'running') await runNow(deps, row)
      else if (await undoNow(deps, row)) return row
    } catch (error) {
      // The disk or the server comes back; then the work goes on where it stopped.
      if (outageOf(error) || row.state === 'undoing') throw error
      await giveUp(deps, row, error)
    }
  }
}

/** A run that can't go on is taken back completely. */
async function giveUp(
  { store, clock, log }: Deps,
  { id, state, rows }: ImportRow,
  error: unknown,
): Promise<void> {
  log.error('an import failed', { import: id, ...describeError(error) })
  const failure =
    error instanceof Refusal ? error.message : 'Something unexpected went wrong. The log has the details.'
  const next =
    state === 'running' ? ({ state: 'undoing', position: rows } as const) : ({ state: 'failed' } as const)
  const now = clock.now()
  await store.write(async (tx) => {
    const row = await requireImport(tx, id)
    if (row.state !== state) return
    await changeImport(tx, id, { ...next, failure, updatedAt: now })
    await recordActivity(tx, now, {
      type: 'import.failed',
      actor: row.createdBy,
      summary: `An import of ${row.kind} failed`,
      metadata: { importId: id },
    })
  })
}

async function runNow(deps: Deps, row: ImportRow): Promise<void> {
  const reading = await readingOf(deps, row)
  await indexNewCustomers(deps)
  const size = new ChunkSize()
  const upkeep = new SearchUpkeep(deps)
  let current: ImportRow = row
  while (current.state === 'running' && !deps.background.stopping) {
    const startedAt = performance.now()
    const staged = await nextRows(deps.store.read, row.id, current.position, size.rows)
    const rows = readRows(row, reading, staged)
    const centers = await zipCenters(
      deps,
      rows.flatMap(({ job }) => job?.address ?? []),
    )
    if (staged.length === 0 && (current.counts.merged ?? 0) > 0 && !(await upkeep.finish())) return
    current = await deps.store.write((tx) => importChunk(tx, deps.clock.now(), current, rows, centers))
    size.measure(startedAt)
    await deps.background.restAfter(startedAt, restPerWork)
    await upkeep.added()
  }
  if (row.kind === 'jobs') placeSoon(deps)
}

/**
 * One unit: the rows, the journal and how far we are. Another process may have done this chunk already; then
 * it only returns where the import is.
 */
async function importChunk(
  tx: Tx,
  now: number,
  expected: ImportRow,
  rows: readonly ReadRow[],
  centers: ZipCenters,
): Promise<ImportRow> {
  const row = await requireImport(tx, expected.id)
  if (row.state !== 'running' || row.position !== expected.position || row.startedAt === null) return row
  const last = rows.at(-1)
  if (!last) return finish(tx, now, row)
  const decisions = await new Decider(row).decide(tx, rows)
  if (row.faulty === 'stop' && decisions.some(({ reason }) => reason === 'faulty'))
    throw conflict('A row can no longer be imported. Upload the file again to see why.')
  const at = row.startedAt
  await insertImported(
    tx,
    at,
    decisions.flatMap(({ customer }) => customer ?? []),
  )
  await insertImportedJobs(
    tx,
    at,
    decisions.flatMap(({ job }) => job ?? []),
    centers,
  )
  const fillings = decisions.flatMap(({ filling }) => filling ?? [])
  if (fillings.length > 0)
    await changeManyFound(tx, async () => {
      for (const { id, fields } of fillings) await fillImported(tx, at, id, fields)
    })
  await writeJournal(tx, row.id, decisions)
  const counts = added(row.counts, decisions)
  return changeImport(tx, row.id, { position: last.line, counts, updatedAt: now })
}

async function finish(tx: Tx, now: number, row: ImportRow): Promise<ImportRow> {
  const { made = 0, jobs = 0, merged = 0, skipped = 0 } = row.counts
  const results = [
    ...(row.kind === 'jobs' ? [`${jobs} jobs`] : []),
    `${made} new customers`,
    ...(row.kind === 'customers' ? [`${merged} merged`] : []),
    `${skipped} skipped`,
  ]
  await recordActivity(tx, now, {
    type: 'import.finished',
    actor: row.createdBy,
    summary: `Imported ${row.kind}: ${results.join(', ')}`,
    metadata: { importId: row.id, ...row.counts },
  })
  return changeImport(tx, row.id, { state: 'done', finishedAt: now, updatedAt: now })
}

function added(counts: Record<string, number>, decisions: readonly Decision[]): Record<string, number> {
  const { made = 0, jobs = 0, merged = 0, skipped = 0, faulty = 0 } = counts
  const number = (is: (decision: Decision) => unknown) => decisions.filter((one) => Boolean(is(one))).length
  return {
    made: made + number(({ customer }) => customer),
    jobs: jobs + number(({ job }) => job),
    merged: merged + number(({ outcome }) => outcome === 'merged'),
    skipped: skipped + number(({ outcome }) => outcome === 'skipped'),
    faulty: faulty + number(({ reason }) => reason === 'faulty'),
  }
}

/** Notes what became of each row, and removes its copy of the person. */
async function writeJournal(tx: Tx, id: string, decisions: readonly Decision[]): Promise<void> {
  const lines = decisions.map(({ line, outcome, customer, filling, job }) => [
    line,
    outcome,
    customer?.id ?? filling?.id ?? null,
    job?.id ?? null,
    filling ? { fields: Object.keys(filling.fields), updatedAt: filling.updatedAt } : null,
  ])
  // An upsert finds each row by its key; for an UPDATE with a FROM, SQLite would scan the whole file.
  await tx.run(sql`
    INSERT INTO import_rows (import_id, line, outcome, record_id, job_id, filled)
    SELECT ${id}, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
    FROM json_each(${JSON.stringify(lines)}) WHERE true
    ON CONFLICT (import_id, line) DO UPDATE SET cells = NULL, outcome = excluded.outcome,
      record_id = excluded.record_id, job_id = excluded.job_id, filled = excluded.filled`)
}
