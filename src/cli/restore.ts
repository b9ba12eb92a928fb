import { existsSync, rmSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import { localPath } from '../../db/client'
import type { Config } from '../config'
import { newestBackupFile } from './backup'
import { CommandFailed, configOf, run, type Environment } from './context'
import { workOnFile } from './file-work'
import { withProgress } from './progress'

export function addRestoreCommand(program: Command, environment: Environment): void {
  program
    .command('restore')
    .argument('<file>', 'the backup, or `latest` for the newest one in DATA_DIR/backups')
    .option('--overwrite', 'replace the database that is there; it is kept beside it')
    .description('put a backup in place of the database; stop the service first')
    .addHelpText(
      'after',
      '\nExample:\n  truckroll restore latest --overwrite\n  truckroll restore /mnt/usb/truckroll.db',
    )
    .action((file: string, options: { overwrite?: boolean }, command: Command) =>
      run(command, async () => {
        const config = configOf(environment)
        if (!config.database.url.startsWith('file:'))
          throw new CommandFailed('Restore works on a database file; a server is restored with its own tools')
        const from = backupNamed(config, file)
        const to = localPath(config.database.url)
        const done = () =>
          existsSync(`${to}.arriving`) ? statSync(`${to}.arriving`).size / statSync(from).size : null
        const kept = await withProgress({ label: 'Restore', done }, () =>
          workOnFile({ kind: 'restore', from, to, overwrite: options.overwrite ?? false }),
        )
        forgetWindows(config)
        return { data: { restored: to, from, ...(kept === null ? {} : { previous: kept }) } }
      }),
    )
}

function backupNamed({ dataDir }: Config, name: string): string {
  const file = name === 'latest' ? newestBackupFile(dataDir) : name
  if (file === null) throw new CommandFailed(`There is no dated backup in ${join(dataDir, 'backups')}`)
  if (!existsSync(file) || !statSync(file).isFile()) throw new CommandFailed(`There is no file ${file}`)
  return resolve(file)
}

/** Windows that were counted after the backup was taken mean nothing to the restored data. */
function forgetWindows({ dataDir }: Config): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, `limits.db${suffix}`), { force: true })
}
