import type { Command } from 'commander'
import { existsSync, readdirSync, statSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileStamp, localPath } from '../../db/client'
import { StoreError } from '../../db/store'
import { makeBackup, newestBackup } from '../backups'
import type { Config } from '../config'
import { systemClock } from '../lib/clock'
import { run, wholeNumber, withDeps, CommandFailed, configOf, type Environment } from './context'
import { counted, withProgress } from './terminal'

export function addBackupCommand(program: Command, environment: Environment): void {
  program
    .command('backup')
    .argument('[file]', 'the file to write; by default a dated file in DATA_DIR/backups')
    .option('--keep <count>', 'how many dated backups to keep', '14')
    .description('copy the database and verify the copy; the service can keep running')
    .addHelpText('after', '\nExample:\n  truckroll backup\n  truckroll backup /mnt/usb/truckroll.db')
    .action((file: string | undefined, options: { keep: string }, command: Command) =>
      run(command, async () => {
        const keep = wholeNumber(options.keep, '--keep', 1, 10_000)
        return withDeps(environment, async (deps) => {
          const done = sizeOfCopy(deps.config, file)
          const made = await withProgress({ label: 'Backup', done }, () => makeBackup(deps, { file, keep }))
          const rotated = made.removed === 0 ? '' : ` Deleted ${counted(made.removed, 'old backup')}.`
          const text = `Saved and verified ${made.file} (${megabytes(made.bytes)} MB).${rotated}\n`
          return { data: { ...made, files: filesFolder(deps.config) }, text: text + filesNote(deps.config) }
        })
      }),
    )
}

const filesFolder = ({ dataDir }: Config): string | null => {
  const folder = resolve(dataDir, 'files')
  return existsSync(folder) ? folder : null
}

/** Photos are too large to copy every night, and never change once they are stored. */
function filesNote(config: Config): string {
  const folder = filesFolder(config)
  return folder === null ? '' : `Photos and documents aren't in it. Copy this folder too: ${folder}\n`
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1)

/** The newest dated backup, or null. Files that people named themselves don't count. */
export function newestBackupFile(dataDir: string): string | null {
  const at = newestBackup(dataDir, systemClock.now())
  return at === null ? null : join(dataDir, 'backups', `${fileStamp(at)}.db`)
}

/** The part of the database that the unfinished copy already holds. */
function sizeOfCopy({ database, dataDir }: Config, file: string | undefined): () => number | null {
  if (!database.url.startsWith('file:')) return () => null
  const folder = file === undefined ? join(dataDir, 'backups') : resolve(file, '..')
  return () => {
    const part = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.part')) : undefined
    if (part === undefined) return null
    return statSync(join(folder, part)).size / statSync(localPath(database.url)).size
  }
}

export function addRestoreCommand(program: Command, environment: Environment): void {
  program
    .command('restore')
    .argument('<file>', 'the backup file, or `latest` for the newest one in DATA_DIR/backups')
    .option('--overwrite', 'replace the current database and keep it next to the new one')
    .description('replace the database with a backup; stop the service first')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll restore latest --overwrite\n  truckroll restore /mnt/usb/truckroll.db',
    )
    .action((file: string, options: { overwrite?: boolean }, command: Command) =>
      run(command, async () => {
        const config = configOf(environment)
        if (!config.database.url.startsWith('file:'))
          throw new CommandFailed(
            "Restore works only with a database file. Use your database server's own tools to restore it.",
          )
        const from = backupNamed(config, file)
        const to = localPath(config.database.url)
        const done = () =>
          existsSync(`${to}.arriving`) ? statSync(`${to}.arriving`).size / statSync(from).size : null
        const kept = await withProgress({ label: 'Restore', done }, () =>
          workOnFile({ kind: 'restore', from, to, overwrite: options.overwrite ?? false }),
        )
        forgetWindows(config)
        return {
          data: { restored: to, from, ...(kept === null ? {} : { previous: kept }) },
          text: `Restored ${to} from ${from}.${kept === null ? '' : ` The previous database is at ${kept}.`}\n`,
        }
      }),
    )
}

function backupNamed({ dataDir }: Config, name: string): string {
  const file = name === 'latest' ? newestBackupFile(dataDir) : name
  if (file === null)
    throw new CommandFailed(
      `There's no dated backup in ${join(dataDir, 'backups')}. Name a backup file instead.`,
    )
  if (!existsSync(file) || !statSync(file).isFile()) throw new CommandFailed(`There's no file ${file}`)
  return resolve(file)
}

/** Rate limits that were counted after the backup don't apply to the restored data. */
function forgetWindows({ dataDir }: Config): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `limits.db${suffix}`), { force: true })
}

export type FileWork =
  | { kind: 'restore'; from: string; to: string; overwrite: boolean }
  | { kind: 'check'; path: string }

type Answer = { done: string | null } | { failure: string }

/** Runs in a worker: work on a whole database file blocks its thread, and this one draws the progress bar. */
export function workOnFile(work: FileWork): Promise<string | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./file-worker.ts', import.meta.url).href)
    worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
      worker.terminate()
      if ('done' in data) resolve(data.done)
      else reject(new StoreError(data.failure))
    })
    worker.addEventListener('error', ({ message }) => {
      worker.terminate()
      reject(new StoreError(`It stopped before it was finished: ${message}`))
    })
    worker.postMessage(work)
  })
}
