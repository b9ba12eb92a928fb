import { Option, type Command } from 'commander'
import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { importKinds, type ImportKind } from '../../db/schema/accounts'
import type { Deps } from '../deps'
import { commandLine } from '../lib/actor'
import {
  discardImport,
  importFields,
  readImport,
  stageFile,
  startImport,
  startUndo,
  workOn,
  type Import,
} from '../modules/accounts'
import { CommandFailed, Misused, run, withDeps, type Answer, type Environment } from './context'
import { counted, withProgress } from './terminal'

interface ImportOptions {
  map: Record<string, string | null>
  duplicates: 'merge' | 'skip'
  faulty: 'stop' | 'skip'
  dryRun?: boolean
  undo?: string
}

export function addImportCommand(program: Command, environment: Environment): void {
  program
    .command('import')
    .argument('[what]', '`customers` or `jobs`')
    .argument('[file]', 'a CSV file, or a vCard file of customers')
    .option('--map <column=field>', 'the field a column fills, if the guess is wrong; repeat it', mapped, {})
    .addOption(
      new Option('--duplicates <choice>', 'fill in what is missing about known customers, or skip them')
        .choices(['merge', 'skip'])
        .default('merge'),
    )
    .addOption(
      new Option('--faulty <choice>', 'refuse a file with errors, or leave those rows out')
        .choices(['stop', 'skip'])
        .default('stop'),
    )
    .option('--dry-run', 'only check the file')
    .option('--undo <id>', 'take a whole import back')
    .description('bring customers or jobs along from other software; nobody gets a message about it')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll import customers clients.csv --dry-run\n  truckroll import jobs jobs.csv --map "Job type=service" --map "Color="\n  truckroll import --undo 01978f0e-5f3c-7a10-9a52-6c3f0a1b2c3d',
    )
    .action((what: string | undefined, file: string | undefined, options: ImportOptions, command: Command) =>
      run(command, async () => {
        const { undo } = options
        if (undo !== undefined) return withDeps(environment, (deps) => undoImport(deps, undo))
        const kind = importKinds.find((one) => one === what)
        if (kind === undefined || file === undefined)
          throw new Misused('Say what to import and from which file: import customers clients.csv')
        if (!existsSync(file)) throw new CommandFailed(`There's no file at ${file}`)
        refuseUnknownFields(kind, options.map)
        return withDeps(environment, (deps) => importFile(deps, kind, file, options))
      }),
    )
}

/** `Job type=service`; nothing after the sign leaves the column out. */
function mapped(text: string, before: Record<string, string | null>): Record<string, string | null> {
  const sign = text.lastIndexOf('=')
  if (sign < 1) throw new Misused('--map needs a column and a field, such as "Job type=service"')
  return { ...before, [text.slice(0, sign)]: text.slice(sign + 1).trim() || null }
}

function refuseUnknownFields(kind: ImportKind, map: Record<string, string | null>): void {
  const known = importFields(kind).map(({ name }) => name)
  const unknown = Object.values(map).filter((field) => field !== null && !known.includes(field))
  if (unknown.length > 0)
    throw new Misused(`There's no field called ${unknown.join(', ')}. Choose from: ${known.join(', ')}`)
}

async function importFile(
  deps: Deps,
  kind: ImportKind,
  file: string,
  { map, duplicates, faulty, dryRun }: ImportOptions,
): Promise<Answer> {
  const bytes = await Bun.file(file).bytes()
  const plan = { kind, fileName: basename(file), bytes, actor: commandLine, map, duplicates, faulty }
  const id = await withProgress({ label: 'Read', done: () => null }, () => stageFile(deps, plan))
  const checked = await working(deps, id, 'Check')
  const { errors } = checked.findings ?? { errors: 0 }
  if (dryRun || (errors > 0 && faulty === 'stop')) {
    await discardImport(deps, id)
    await working(deps, id, 'Clear', true)
    return { data: { ...brief(checked) }, text: findingsInWords(checked), wrong: errors > 0 }
  }
  await startImport(deps, id, commandLine)
  const done = await working(deps, id, 'Import')
  return { data: { ...brief(done) }, text: resultInWords(done), wrong: done.state !== 'done' }
}

async function undoImport(deps: Deps, id: string): Promise<Answer> {
  await startUndo(deps, id, commandLine)
  const done = await working(deps, id, 'Undo')
  const { removed = 0, restored = 0, kept = 0 } = done.counts
  const stayed =
    kept === 0 ? '' : ` ${counted(kept, 'record')} stayed, because they have been used or changed since.`
  return {
    data: { ...brief(done) },
    text: `Undone: removed ${counted(removed, 'record')} and restored ${restored}.${stayed}\n`,
  }
}

/** Does what the import waits for, with a progress bar. A file that was thrown away can't be read afterwards. */
async function working(deps: Deps, id: string, label: string, isLast = false): Promise<Import> {
  const before = await readImport(deps, id)
  let latest = 0
  const look = () =>
    readImport(deps, id).then(
      ({ progress }) => (latest = progress),
      () => {},
    )
  const done = () => {
    void look()
    return latest
  }
  await withProgress({ label, done }, () => workOn(deps, id))
  return isLast ? before : readImport(deps, id)
}

const brief = ({ id, kind, state, origin, rows, columns, findings, counts, failure }: Import) => ({
  id,
  kind,
  state,
  origin,
  rows,
  columns,
  findings,
  counts,
  failure,
})

function findingsInWords({ rows, columns, findings }: Import): string {
  if (!findings) return "The file couldn't be checked.\n"
  const { good, known, repeated, errors, faults, examples } = findings
  const lines = [
    `${counted(rows, 'row')}: ${good} can be imported, ${errors} can't. ${known} are known already, ${repeated} repeat an earlier row.`,
    ...columns.map(({ name, field }) => `  ${name || '(no header)'} → ${field ?? 'left out'}`),
    ...faults.map(
      ({ text, level, count }) =>
        `${level === 'error' ? 'Error' : 'Note'}, ${counted(count, 'row')}: ${text}.`,
    ),
    ...(examples.length > 0 ? [`The first rows to look at: ${examples.slice(0, 10).join(', ')}`] : []),
    ...(errors > 0
      ? ['Nothing was imported. Fix these rows, or leave them out with --faulty skip.']
      : ['Nothing was imported.']),
  ]
  return `${lines.join('\n')}\n`
}

function resultInWords({ id, kind, state, counts, failure }: Import): string {
  if (state !== 'done') return `${failure ?? 'The import failed.'} Everything was undone.\n`
  const { made = 0, jobs = 0, merged = 0, skipped = 0 } = counts
  const parts = [
    ...(kind === 'jobs' ? [counted(jobs, 'job')] : []),
    counted(made, 'new customer'),
    ...(kind === 'customers' ? [`${merged} merged`] : []),
    `${skipped} skipped`,
  ]
  return `Imported ${parts.join(', ')}. To take it back: truckroll import --undo ${id}\n`
}
