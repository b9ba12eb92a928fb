import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { fileStamp, localPath } from '../../db/client'
import { makeBackup, newestBackup } from '../backups'
import type { Config } from '../config'
import { systemClock } from '../lib/clock'
import { run, wholeNumber, withDeps, type Environment } from './context'
import { withProgress } from './progress'

export function addBackupCommand(program: Command, environment: Environment): void {
  program
    .command('backup')
    .argument('[file]', 'where to; a dated file in DATA_DIR/backups when left out')
    .option('--keep <count>', 'how many dated backups to keep', '14')
    .description('copy the database while the service runs; the copy is verified')
    .addHelpText('after', '\nExample:\n  truckroll backup\n  truckroll backup /mnt/usb/truckroll.db')
    .action((file: string | undefined, options: { keep: string }, command: Command) =>
      run(command, async () => {
        const keep = wholeNumber(options.keep, '--keep', 1, 10_000)
        return withDeps(environment, async (deps) => {
          const done = sizeOfCopy(deps.config, file)
          return {
            data: await withProgress({ label: 'Backup', done }, () => makeBackup(deps, { file, keep })),
          }
        })
      }),
    )
}

/** The newest backup that was dated by us, or null. */
export function newestBackupFile(dataDir: string): string | null {
  const at = newestBackup(dataDir, systemClock.now())
  return at === null ? null : join(dataDir, 'backups', `${fileStamp(at)}.db`)
}

/** How much of the database has arrived in the unfinished copy. */
function sizeOfCopy({ database, dataDir }: Config, file: string | undefined): () => number | null {
  if (!database.url.startsWith('file:')) return () => null
  const folder = file === undefined ? join(dataDir, 'backups') : resolve(file, '..')
  return () => {
    const part = existsSync(folder) ? readdirSync(folder).find((name) => name.endsWith('.part')) : undefined
    if (part === undefined) return null
    return statSync(join(folder, part)).size / statSync(localPath(database.url)).size
  }
}
