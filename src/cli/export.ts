import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { openStore } from '../../db/client'
import type { Deps } from '../deps'
import { CommandFailed, run, withDeps, type Answer, type Environment } from './context'
import { exportedTables, writeTable, type Format } from './export-tables'
import { withProgress } from './progress'

interface ExportOptions {
  format: Format
}

export function addExportCommand(program: Command, environment: Environment): void {
  program
    .command('export')
    .argument('<folder>', 'where to; it must be empty or not exist')
    .addOption(new Option('--format <format>', 'how').choices(['ndjson', 'csv']).default('ndjson'))
    .description('write all data as one file a table, as it is at one moment, while the service runs')
    .addHelpText('after', '\nExample:\n  truckroll export ./export\n  truckroll export ./export --format csv')
    .action((folder: string, { format }: ExportOptions, command: Command) =>
      run(command, () => withDeps(environment, (deps) => exportTo(deps, resolve(folder), format))),
    )
}

/** From a copy, since the data goes on changing while it is written out. */
async function exportTo(deps: Deps, folder: string, format: Format): Promise<Answer> {
  mkdirSync(folder, { recursive: true })
  if ([...new Bun.Glob('*').scanSync({ cwd: folder, dot: true })].length > 0)
    throw new CommandFailed(`${folder} is not empty; choose another folder`)
  const scratch = mkdtempSync(join(tmpdir(), 'truckroll-export-'))
  const copy = join(scratch, 'copy.db')
  let done = 0
  try {
    const counts = await withProgress(
      { label: 'Export', done: () => done / exportedTables.length },
      async () => {
        await deps.store.backup(copy)
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
    return { data: { folder, rows: counts } }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
