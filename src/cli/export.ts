import { Option, type Command } from 'commander'
import { getTableName, is, sql } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openStore } from '../../db/client'
import * as schema from '../../db/schema'
import type { Db } from '../../db/store'
import type { Deps } from '../deps'
import { csvLine } from '../lib/text'
import { CommandFailed, record, run, withDeps, type Answer, type Environment } from './context'
import { counted, withProgress } from './terminal'

interface ExportOptions {
  format: Format
}

export function addExportCommand(program: Command, environment: Environment): void {
  program
    .command('export')
    .argument('<folder>', 'the folder to write to; it must be empty or not exist yet')
    .addOption(new Option('--format <format>', 'file format').choices(['ndjson', 'csv']).default('ndjson'))
    .description('write all data as of one moment, one file per table; the service can keep running')
    .addHelpText('after', '\nExample:\n  truckroll export ./export\n  truckroll export ./export --format csv')
    .action((folder: string, { format }: ExportOptions, command: Command) =>
      run(command, () => withDeps(environment, (deps) => exportTo(deps, resolve(folder), format))),
    )
}

/** Exports from a copy, because the data keeps changing in the meantime. */
async function exportTo(deps: Deps, folder: string, format: Format): Promise<Answer> {
  mkdirSync(folder, { recursive: true })
  if ([...new Bun.Glob('*').scanSync({ cwd: folder, dot: true })].length > 0)
    throw new CommandFailed(`${folder} isn't empty. Choose another folder.`)
  await record(deps, {
    type: 'export.written',
    summary: `Exported all data as ${format === 'csv' ? 'CSV' : 'NDJSON'} files`,
  })
  const scratch = mkdtempSync(join(tmpdir(), 'truckroll-export-'))
  const copy = join(scratch, 'copy.db')
  let done = 0
  try {
    const counts = await withProgress(
      { label: 'Export', done: () => done / exportedTables.length },
      async () => {
        await deps.store.backup(copy, 'scratch')
        const store = await openStore({ url: `file:${copy}` }, deps.clock.now())
        const rows: Record<string, number> = {}
        try {
          for (const { name, table } of exportedTables) {
            rows[name] = await writeTable(store.read, table, join(folder, `${name}.${format}`), format)
            done += 1
          }
        } finally {
          await store.close()
        }
        return rows
      },
    )
    const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
    const text = `Exported ${counted(total, 'row')} from ${counted(exportedTables.length, 'table')} to ${folder}.\n`
    return { data: { folder, rows: counts }, text }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

export type Format = 'ndjson' | 'csv'

/** Tables without business data: keys, caches, counters, and sums over other tables. */
const leftOut = new Set([
  'commit_marks',
  'demo_keys',
  'event_fetches',
  'idempotency_keys',
  'import_rows',
  'job_area_sums',
  'job_sums',
  'job_type_sums',
  'ledger_sums',
  'ledger_type_sums',
  'lookups',
  'outbox_files',
  'rate_hits',
  'staff_sessions',
  'summed_chunks',
  'verification_codes',
  'visit_sums',
  'worker_tokens',
])

export const exportedTables: { name: string; table: SQLiteTable }[] = Object.values(schema)
  .filter((table): table is (typeof schema)[keyof typeof schema] => is(table, SQLiteTable))
  .map((table) => ({ name: getTableName(table), table: table as SQLiteTable }))
  .filter(({ name }) => !leftOut.has(name))

type Cells = Parameters<typeof csvLine>[0]

const rowsPerPage = 2_000

/**
 * Writes a table's rows in the order they were inserted, and returns how many there were. Each page of rows is on the
 * disk before the next one: all of them at once would hold up the commits of a service on the same disk.
 */
async function writeTable(db: Db, table: SQLiteTable, file: string, format: Format): Promise<number> {
  const written = await open(file, 'w')
  try {
    let last = 0
    let count = 0
    for (;;) {
      const page = await db
        .select({ row: table as never, rowid: sql<number>`rowid` })
        .from(table)
        .where(sql`rowid > ${last}`)
        .orderBy(sql`rowid`)
        .limit(rowsPerPage)
      const rows = page as { row: Record<string, unknown>; rowid: number }[]
      const lines = rows.map(({ row }) =>
        format === 'csv' ? csvLine(Object.values(row) as Cells) : `${JSON.stringify(row)}\n`,
      )
      if (count === 0 && format === 'csv' && rows[0]) lines.unshift(csvLine(Object.keys(rows[0].row)))
      if (lines.length > 0) {
        await written.writeFile(lines.join(''))
        await written.datasync()
      }
      count += rows.length
      const end = rows.at(-1)
      if (!end || rows.length < rowsPerPage) return count
      last = end.rowid
    }
  } finally {
    await written.close()
  }
}
